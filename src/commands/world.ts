// Where a command stands: engram's home, the project around the working directory, its vaults; and bringing its index up to date.
import path from 'node:path';
import { editDistance } from '../config/load.ts';
import { findPlaces, findProject, type Places, type Project } from '../index/places.ts';
import { slugId } from '../memory/id.ts';
import { displayPath, type SyncReport, syncProject } from '../memory/sync.ts';
import { findMemory, loadVaults, reason, type StoredMemory, type Vault, vaultsOf } from '../memory/vault.ts';
import '../text/stem-all.ts';
import fs from 'node:fs';
import { CommandError, type Context, EXIT } from './context.ts';
import { note } from './output.ts';

export interface World {
  places: Places;
  project: Project;
  /** The nearest first, the user's last. */
  vaults: Vault[];
}

/** @throws CommandError where nothing says where engram may keep anything */
export function openWorld(context: Context): World {
  const places = findPlaces(context.env);
  if (!places) {
    throw new CommandError(
      'neither ENGRAM_HOME nor HOME is set, so there is no place for memories; set one of them',
      EXIT.config,
    );
  }
  const project = findProject(context.cwd, places, context.env);
  return { places, project, vaults: vaultsOf(project, places) };
}

/** The vault that a new memory goes to: the nearest project's that has been made, else the user's. */
export function vaultForWriting(world: World, global: boolean): { vault: Vault; fellBack: boolean } {
  const user = world.vaults.at(-1)!;
  if (global) return { vault: user, fellBack: false };
  const vault = world.vaults.find((it) => it.owner === 'project' && fs.existsSync(path.dirname(it.folder)));
  return vault ? { vault, fellBack: false } : { vault: user, fellBack: true };
}

/** The file as people name it: relative to the project, or with `~`. */
export function display(file: string, context: Context, world: World): string {
  return displayPath(file, world.project, context.env);
}

/** @throws CommandError that names what may have been meant */
export function requireMemory(id: string, world: World): StoredMemory {
  const found = findMemory(slugId(id), world.vaults);
  if (found) return found;
  const { memories, problems } = loadVaults(world.vaults);
  const broken = problems.find(({ file }) => path.basename(file) === `${id}.md`);
  if (broken)
    throw new CommandError(
      `${broken.file}:${broken.line || 1}: ${broken.message}; engram edit ${id} opens it`,
      EXIT.data,
    );
  const near = memories
    .map(({ memory }) => ({ id: memory.id, distance: memory.id.startsWith(id) ? 0 : editDistance(memory.id, id) }))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))[0];
  const hint =
    near && near.distance <= Math.max(2, id.length / 3) ? `; did you mean ${near.id}?` : '; engram list names them all';
  throw new CommandError(`there is no memory ${id}${hint}`, EXIT.noInput);
}

/** Brings the index up to date after a change. What fails here is said and never undoes the change: a hook compiles again. */
export function refresh(
  context: Context,
  world: World,
  progress?: (done: number, total: number) => void,
): SyncReport | undefined {
  try {
    return syncProject({
      project: world.project,
      places: world.places,
      env: context.env,
      now: context.now,
      ...(progress ? { progress } : {}),
    });
  } catch (error) {
    note(context, `the index could not be brought up to date: ${reason(error)}`);
    return undefined;
  }
}

/** Says that some files were left out, if any were. */
export function noteProblems(context: Context, problems: readonly unknown[]): void {
  if (problems.length === 0) return;
  const files = problems.length === 1 ? '1 memory file cannot' : `${problems.length} memory files cannot`;
  note(context, `${files} be read; engram doctor says where and why`);
}

/** Runs a change to files; what the system refuses becomes a sentence. @throws CommandError */
export function onDisk<T>(what: string, change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    const { path: file } = error as NodeJS.ErrnoException;
    throw new CommandError(`${what}: ${reason(error)}${file ? ` (${file})` : ''}`, EXIT.cannotCreate);
  }
}
