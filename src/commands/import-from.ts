// What other tools remember, and what engram itself has exported, as memories to be taken.
import fs from 'node:fs';
import path from 'node:path';
import { ExportError, readExport } from '../import/engram-export.ts';
import { isOnlySecret } from '../import/only-secret.ts';
import type { Source } from '../import/source.ts';
import { userHome } from '../index/places.ts';
import { reason, type Vault } from '../memory/vault.ts';
import { redact } from '../text/secrets.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { onlySecret, type Result, type Taking } from './taking.ts';
import { vaultForWriting, type World } from './world.ts';

/** By this name `--from` takes what `engram export --json` has written. */
export const EXPORT = 'engram-export';

/** What is to be taken, each into its vault, or what is wrong with it. */
export interface Plan {
  items: { vault: Vault; what: Taking | Result }[];
  notes: string[];
  /** Why the user's own vault is taken unasked. */
  fellBack?: string;
}

/** What a tool keeps for this project goes into the project's vault, what it keeps of the person into the user's. @throws CommandError */
export function fromSource(
  source: Source,
  { all, global: isGlobal }: { all?: true; global?: true },
  context: Context,
  world: World,
): Plan {
  const home = userHome(context.env);
  if (home === undefined) {
    throw new CommandError(
      'HOME is not set, so it is not known where other tools keep what they remember',
      EXIT.config,
    );
  }
  const { env, now } = context;
  const { drafts, problems, notes } = source.find({ project: world.project, env, home, now, all: all === true });
  const user = world.vaults.at(-1)!;
  // Asked for only where something goes there: a person's own needs no project.
  let project: ReturnType<typeof vaultForWriting> | undefined;
  const vaultOf = (scope: 'project' | 'user') => {
    if (scope === 'user') return user;
    project ??= vaultForWriting(world, isGlobal === true);
    return project.vault;
  };
  const items: Plan['items'] = drafts.map(({ from, line, memory, scope, previous }) => {
    const summary = redact(memory.summary);
    const body = redact(memory.body);
    const masked = body.found.length;
    if (isOnlySecret(body.text)) return { vault: user, what: onlySecret(from, line) };
    const tidy = { ...memory, summary: summary.text, body: body.text };
    return { vault: vaultOf(scope), what: { from, line, memory: tidy, masked, ...(previous ? { previous } : {}) } };
  });
  for (const { file, line, message } of problems) {
    const where = line > 0 ? `${file}:${line}` : file;
    items.push({ vault: user, what: { from: file, outcome: 'failed', message: `${where}: ${message}` } });
  }
  return { items, notes, ...(project?.fellBack ? { fellBack: project.fellBack } : {}) };
}

/** Files as they were exported, into vaults of the same kind and place. @throws CommandError */
export function fromExport(paths: readonly string[], isGlobal: boolean, context: Context, world: World): Plan {
  const items: Plan['items'] = [];
  let fellBack: string | undefined;
  for (const given of paths) {
    const file = path.resolve(context.cwd, given);
    try {
      for (const { vault: owner, folder, memory, path: inside, text } of readExport(fs.readFileSync(file, 'utf8'))) {
        const same = world.vaults.find(
          (it) => folder !== undefined && path.relative(world.project.tree, it.folder) === folder,
        );
        const target =
          owner === 'user' || isGlobal
            ? { vault: world.vaults.at(-1)! }
            : same
              ? { vault: same }
              : vaultForWriting(world, false);
        if ('fellBack' in target && target.fellBack) fellBack = target.fellBack;
        items.push({ vault: target.vault, what: { from: file, memory, verbatim: { inside, text } } });
      }
    } catch (error) {
      if (error instanceof ExportError)
        throw new CommandError(
          `${file}${error.line ? `:${error.line}` : ''}: ${error.message}; nothing was imported`,
          EXIT.data,
        );
      if (typeof (error as NodeJS.ErrnoException).code !== 'string' || error instanceof CommandError) throw error;
      throw new CommandError(`${given} cannot be read: ${reason(error)}; nothing was imported`, EXIT.noInput);
    }
  }
  return { items, notes: [], ...(fellBack ? { fellBack } : {}) };
}
