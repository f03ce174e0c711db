// A scratch project with a trusted vault and a store, for what is proposed and decided.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../../src/text/stem-all.ts';
import { type Proposable, type ProposalWorld, proposalWorld } from '../../src/capture/proposals.ts';
import { findPlaces, findProject, type Places } from '../../src/index/places.ts';
import { giveTrust, seenNow } from '../../src/memory/trust.ts';
import { openStore, type Store } from '../../src/store/open.ts';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 30, 12);

export interface CaptureLab {
  base: string;
  home: string;
  project: string;
  /** The project's vault; made, with no memory. */
  vault: string;
  places: Places;
  store: Store;
  /** As it is then, milliseconds since 1970, by `ada`. */
  world(now?: number): ProposalWorld;
  write(id: string, text: string): string;
  read(id: string): string;
  config(yaml: string): void;
  trust(): void;
  /** A hash of a folder's files, names, modes and bytes, as git has it. */
  tree(folder?: string): string;
}

const labs: CaptureLab[] = [];

export function captureLab(options: { untrusted?: true; noVault?: true } = {}): CaptureLab {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-capture-')));
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [home, path.join(project, '.git'), ...(options.noVault ? [] : [vault])]) {
    fs.mkdirSync(folder, { recursive: true });
  }
  const env = { HOME: home };
  const places = findPlaces(env)!;
  const lab: CaptureLab = {
    ...{ base, home, project, vault, places },
    store: openStore(places.db).store,
    world: (now = NOW) => proposalWorld(project, places, env, new Date(now), 'ada'),
    write(id, text) {
      const file = path.join(vault, `${id}.md`);
      fs.writeFileSync(file, text);
      return file;
    },
    read: (id) => fs.readFileSync(path.join(vault, `${id}.md`), 'utf8'),
    config: (yaml) => fs.writeFileSync(places.config, yaml),
    trust() {
      const here = findProject(project, places, env);
      giveTrust(here, places, new Date(NOW), seenNow(here, places));
    },
    tree(folder = vault) {
      const store = path.join(base, 'hash.git');
      const git = (...args: string[]) =>
        execFileSync('git', args, {
          cwd: base,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: base, GIT_DIR: store },
        }).trim();
      if (!fs.existsSync(store)) git('init', '-q', '--bare');
      git('--work-tree', folder, 'add', '-A', '.');
      return git('write-tree');
    },
  };
  if (!options.untrusted) lab.trust();
  labs.push(lab);
  return lab;
}

export function removeCaptureLabs(): void {
  for (const { base, store } of labs.splice(0)) {
    store.close();
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export function candidate(over: Partial<Proposable> = {}): Proposable {
  return {
    type: 'rule',
    text: 'Deploy on Mondays, never on Fridays.',
    summary: 'Deploy on Mondays, never on Fridays.',
    importance: 0.9,
    origin: 'user',
    scope: 'project',
    signals: ['standing instruction'],
    ...over,
  };
}
