// Whether the launcher is there, and what it starts.
import fs from 'node:fs';
import path from 'node:path';
import { userHome } from '../index/places.ts';
import { reason } from '../memory/vault.ts';
import type { Context } from './context.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';
import { keptIn, launcherBatch, launcherFile, launcherScript, thisInstallation } from './launcher.ts';
import type { Link } from './links.ts';
import { isClone, packageFolder } from './native.ts';

/**
 * The program that settings files name, and what it starts.
 * @param engramHome where this command keeps engram's things
 */
export function checkLauncher({ env }: Pick<Context, 'env'>, engramHome: string, links: readonly Link[]): Finding[] {
  const user = userHome(env);
  if (!user) return [];
  const file = `${launcherFile(user)}${process.platform === 'win32' ? '.cmd' : ''}`;
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
    fs.accessSync(file, fs.constants.X_OK);
  } catch (error) {
    if (links.every(({ stray }) => stray) && !fs.existsSync(file)) return [];
    return [wrong('launcher', `${file}: ${reason(error)}; engram doctor --fix writes it anew`)];
  }
  const named = namedPaths(text);
  // hook.cjs does no more than load the lane that lies beside it.
  const lanes = named.filter((it) => /\.c?js$/.test(it)).map((hook) => path.join(path.dirname(hook), 'lane.js'));
  if (lanes.length === 0) return [wrong('launcher', `${file} starts no hook; engram doctor --fix writes it anew`)];
  const gone = named.filter((it) => !fs.existsSync(it));
  if (gone.length === 0) gone.push(...lanes.filter((it) => !fs.existsSync(it)));
  if (gone.length === 0) {
    const { node, hook } = thisInstallation();
    const other = named.filter((it) => it !== node && it !== hook);
    const kept = keptIn(text) ?? path.join(user, '.engram');
    const notes: string[] = [];
    if (other.length > 0) notes.push(`${file} starts ${other.join(' and ')}, not what you run now`);
    if (text !== asWritten(named, keptIn(text))) notes.push(`${file} is not as this version writes it`);
    if (kept !== engramHome) notes.push(`the hooks keep everything in ${kept}, and this command in ${engramHome}`);
    return notes.length === 0
      ? [well('launcher', file)]
      : notes.map((what) => harmless('launcher', `${what}; engram upgrade changes that`));
  }
  const folder = path.dirname(path.dirname(gone[0]!));
  const ours = folder === packageFolder() || lanes.includes(gone[0]!);
  return [
    ours
      ? wrong(
          'launcher',
          `${gone.join(' and ')} is missing; ${isClone(folder) ? `run npm run build in ${folder}` : 'install engram again'}`,
        )
      : wrong('launcher', `${file} starts ${gone.join(' and ')}, which is gone; engram doctor --fix writes it anew`),
  ];
}

/** What this version writes for such a node and hook. @param named the paths of a launcher, in their order */
function asWritten([node = '', hook = '']: readonly string[], moved: string | undefined): string {
  const write = process.platform === 'win32' ? launcherBatch : launcherScript;
  return write({ node, hook }, moved);
}

/** The absolute paths that a launcher names, in quotes or bare: node and the hook's bundle. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/'((?:[^']|'\\'')*)'|"([^"$]*)"/g)].map((match) =>
    (match[1] ?? match[2] ?? '').replaceAll("'\\''", "'"),
  );
  return [...new Set(quoted.filter((it) => path.isAbsolute(it) && /(?:node(?:\.exe)?|\.c?js)$/.test(it)))];
}
