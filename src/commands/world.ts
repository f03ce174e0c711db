// Where a command stands: engram's home, the project around the working directory, its vaults; and bringing its index up to date.
import path from 'node:path';
import { editDistance } from '../config/load.ts';
import { findPlaces, type Places, type Project, userHome } from '../index/places.ts';
import { slugId } from '../memory/id.ts';
import { openProject } from '../memory/project.ts';
import { displayPath, type SyncOptions, type SyncReport, syncProject } from '../memory/sync.ts';
import {
  type FileProblem,
  findBroken,
  findMemory,
  type LoadedVaults,
  loadVaults,
  reason,
  type StoredMemory,
  type Vault,
  vaultsOf,
} from '../memory/vault.ts';
import '../text/stem-all.ts';
import fs from 'node:fs';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, shown } from './output.ts';
import { placesFor } from './places.ts';
import { bringRules, type Compiled } from './rules.ts';

export interface World {
  places: Places;
  project: Project;
  /** The nearest first, the user's last. */
  vaults: Vault[];
}

/** @throws CommandError where nothing says where engram may keep anything, or not from every folder alike */
export function openWorld(context: Context): World {
  const places = placesFor(context);
  if (!places) {
    throw new CommandError(
      'neither ENGRAM_HOME nor HOME is set, so there is no place for memories; set one of them',
      EXIT.config,
    );
  }
  const project = openProject(context.cwd, places, context.env);
  return { places, project, vaults: vaultsOf(project, places) };
}

/**
 * The vault that a new memory goes to: the nearest project's that has been made, in a linked worktree the main checkout's before
 * its own; outside of repositories else the user's.
 * @returns a sentence where the user's own was taken unasked
 * @throws CommandError in a repository without one: what belongs to it would be sent in every project
 */
export function vaultForWriting(world: World, global: boolean): { vault: Vault; fellBack?: string } {
  const user = world.vaults.at(-1)!;
  if (global) return { vault: user };
  const { base, git, writes } = world.project;
  const made = writes.find((folder) => fs.existsSync(path.dirname(folder)));
  if (made) return { vault: world.vaults.find(({ folder }) => folder === made)! };
  // Where the place of a project's vault is taken by the user's own, as in the home folder, init can make none.
  if (writes.length === 0)
    return { vault: user, fellBack: `${base} can have no vault of its own, so your own was taken, for every project` };
  if (git)
    throw new CommandError(
      `${base} has no vault yet: run engram init here, or say --global for your own vault, which every project reads`,
      EXIT.usage,
    );
  return {
    vault: user,
    fellBack: 'this folder has no vault (engram init makes one), so your own was taken, for every project',
  };
}

/** The file as people name it: relative to the project, or with `~`; on one line, and nothing that a terminal obeys. */
export function display(file: string, context: Context, world: World): string {
  return shown(displayPath(file, world.project, context.env)).replace(/[\t\n]/g, (sign) =>
    sign === '\n' ? '\\n' : '\\t',
  );
}

/** @throws CommandError that names what may have been meant */
export function requireMemory(id: string, world: World): StoredMemory {
  const found = findMemory(slugId(id), world.vaults);
  if (found) return found;
  const { memories, problems } = loadVaults(world.vaults);
  const broken = findBroken(slugId(id), world.vaults);
  const problem = problems.find(({ file }) => file === broken?.file);
  if (problem)
    throw new CommandError(
      `${problem.file}:${problem.line || 1}: ${problem.message}; engram edit ${id} opens it, engram forget ${id} takes it out`,
      EXIT.data,
    );
  const near = memories
    .map(({ memory }) => ({ id: memory.id, distance: memory.id.startsWith(id) ? 0 : editDistance(memory.id, id) }))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))[0];
  const hint =
    near && near.distance <= Math.max(2, id.length / 3) ? `; did you mean ${near.id}?` : '; engram list names them all';
  throw new CommandError(`there is no memory ${id}${hint}`, EXIT.noInput);
}

/**
 * The file that an id means, be it a memory or one that must be mended first: the nearest vault's.
 * @throws CommandError that names what may have been meant
 */
export function requireFile(id: string, world: World): { id: string; file: string; vault: Vault } {
  const slug = slugId(id);
  for (const vault of world.vaults) {
    const found = findMemory(slug, [vault]) ?? findBroken(slug, [vault]);
    if (found) return { id: slug, file: found.file, vault };
  }
  const { memory, ...found } = requireMemory(id, world);
  return { id: memory.id, ...found };
}

/** Brings the index and the rule files up to date. @throws where the index cannot be written */
export function compile(context: Context, world: World, progress?: SyncOptions['progress']): SyncReport {
  const report = syncProject({
    project: world.project,
    places: world.places,
    env: context.env,
    now: context.now,
    ...(progress ? { progress } : {}),
  });
  refreshRules(context, world.project, report);
  return report;
}

/** Brings the index up to date after a change. What fails here is said and never undoes the change: a hook compiles again. */
export function refresh(context: Context, world: World, progress?: SyncOptions['progress']): SyncReport | undefined {
  try {
    return compile(context, world, progress);
  } catch (error) {
    note(context, `the index could not be brought up to date: ${reason(error)}`);
    return undefined;
  }
}

/** Brings the rule files of linked hosts up to date. What fails here is said and undoes nothing. */
export function refreshRules(context: Context, project: Project, report: Compiled): void {
  const engram = findPlaces(context.env)?.home;
  const from = { home: userHome(context.env), project, env: context.env, cwd: context.cwd };
  try {
    const { kept, keptStanding, outside } = bringRules(report, {
      ...from,
      ...(engram === undefined ? {} : { engram }),
    });
    for (const file of kept) {
      note(context, `${file} was not written by engram and is left alone; its memory is sent by prompts only`);
    }
    for (const file of outside) {
      note(
        context,
        `${file} leads out of the project, so that nothing is written there; make it a folder of the project`,
      );
    }
    for (const file of keptStanding) {
      note(
        context,
        `${file} was not written by engram and is left alone; move it away, and engram sync writes the memories there`,
      );
    }
  } catch (error) {
    const { path: file } = error as NodeJS.ErrnoException;
    note(
      context,
      `the rule files could not be written: ${reason(error)}${file ? ` (${file})` : ''}; engram doctor says what is in the way`,
    );
  }
}

/** Says how many things doctor will name in the memory files, if any. */
export function noteProblems(
  context: Context,
  {
    problems,
    collisions,
    notes = [],
  }: Pick<LoadedVaults, 'problems'> & { collisions: readonly unknown[]; notes?: FileProblem[] },
): void {
  const said = [
    problems.length ? `${count(problems.length, 'memory file')} cannot be read` : '',
    collisions.length ? `${count(collisions.length, 'memory file has', 'memory files have')} an id that is taken` : '',
    notes.length ? `${count(notes.length, 'key means', 'keys mean')} nothing` : '',
  ].filter(Boolean);
  if (said.length) note(context, `${said.join(', ')}; engram doctor says where and why`);
}

/** Runs a change to files; what the system refuses becomes a sentence. @throws CommandError */
export function onDisk<T>(what: string, change: () => T): T {
  try {
    return change();
  } catch (error) {
    const { code, path: named } = error as NodeJS.ErrnoException;
    // What the database says is no fault of a file.
    if (typeof code !== 'string' || code.startsWith('SQLITE_')) throw error;
    // A temporary file's name tells nobody anything.
    const file = named?.endsWith('.tmp') ? path.dirname(named) : named;
    throw new CommandError(`${what}: ${reason(error)}${file ? ` (${file})` : ''}`, EXIT.cannotCreate);
  }
}
