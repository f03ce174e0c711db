// A tool touches files: the memories that apply to them and that the session lacks, a few at a time.
import fs from 'node:fs';
import path from 'node:path';
import { edited, openFresh } from '../index/fresh.ts';
import { matches } from '../index/paths.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { deliverApplying } from './path-delivery.ts';
import { type Answer, freshness, type Turn } from './turn.ts';

/** How long a tool may wait for a changed index, milliseconds. */
const WAIT = 300;
/** A longer one is no file of a project. */
const LONGEST = 4096;
/** A patch of more files is looked at as far as this. */
const FILES = 64;

export function answerPath(turn: Turn<Moment & { kind: 'path' }>): Answer {
  const { moment, project } = turn;
  const touched = moment.paths.slice(0, FILES).flatMap((file) => inProject(file, moment.cwd, project.tree) ?? []);
  if (touched.length === 0) return { keeps: moment.paths.length === 0 };
  const opened = openFresh(turn.compile(WAIT), freshness(turn, false), (index) => {
    const { read } = index.head.config;
    const applying = read === 'auto' || read === 'always' ? applyingTo(index, touched) : [];
    return { chosen: applying, shown: applying };
  });
  if (!opened) return {};
  const { index, late } = opened;
  const applying = late ? opened.chosen.filter((memory) => !edited(memory)) : opened.chosen;
  return applying.length > 0 ? deliverApplying(turn, touched, index, applying) : {};
}

/** Memories with a pattern for one of these files, in startup order. */
export function applyingTo(index: Index, files: readonly string[]): IndexedMemory[] {
  return index
    .scoped(files)
    .filter(({ globs }) => files.some((file) => matches(globs, file)))
    .map(({ ordinal }) => index.memory(ordinal));
}

/**
 * A file as the project names it: relative, with `/`, in NFC; by its real path where it or its folder is there.
 * @returns undefined for what is outside the project, or no path at all
 */
export function inProject(file: string, cwd: string, root: string): string | undefined {
  // A tool that knows `~` means the home folder.
  if (file.length > LONGEST || file.includes('\0') || /^~[\\/]/.test(file)) return undefined;
  const relative = path.relative(root, real(path.resolve(cwd, file)));
  if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    return undefined;
  }
  return (path.sep === '/' ? relative : relative.replaceAll(path.sep, '/')).normalize('NFC');
}

/** The real path of what is there, with the rest as it stands: a tool may be about to make the file. */
function real(file: string): string {
  let rest = '';
  for (let at = file; ; ) {
    try {
      return fs.realpathSync.native(at) + rest;
    } catch (error) {
      const up = path.dirname(at);
      if (up === at || (error as NodeJS.ErrnoException).code === 'ELOOP') return file;
      rest = path.sep + path.basename(at) + rest;
      at = up;
    }
  }
}
