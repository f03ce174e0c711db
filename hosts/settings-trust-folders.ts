// Consent as a list of folders in a file of the user's: Gemini CLI, Qwen Code, Copilot CLI. It counts for the hooks of a project.
// Gemini CLI 0.61.0 and Qwen Code 0.24.4 as measured and read in their code, Copilot CLI 1.0.102 as measured: docs/hosts.md.
import path from 'node:path';
import type { TrustFinding, TrustView } from './settings-trust.ts';
import { withParents } from './settings-trust-claude.ts';
import { objectIn, valueAt } from './settings-trust-json.ts';

export function geminiTrust(view: TrustView): TrustFinding[] {
  const { env, home } = view;
  const folder = path.join(env.GEMINI_CLI_HOME || home, '.gemini');
  return [
    ...hooksConfig(view, folder),
    ...byRules(view, {
      isOn:
        valueAt(objectIn(view.read(path.join(folder, 'settings.json'))), 'security', 'folderTrust', 'enabled') !==
        false,
      file: env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || path.join(folder, 'trustedFolders.json'),
      said: env.GEMINI_RESTRICTED_MODE === 'true' ? 'false' : env.GEMINI_CLI_TRUST_WORKSPACE,
      program: 'gemini',
    }),
  ];
}

export function qwenTrust(view: TrustView): TrustFinding[] {
  const { env, home } = view;
  const folder = env.QWEN_HOME || path.join(home, '.qwen');
  return byRules(view, {
    isOn:
      valueAt(objectIn(view.read(path.join(folder, 'settings.json'))), 'security', 'folderTrust', 'enabled') === true,
    file: env.QWEN_CODE_TRUSTED_FOLDERS_PATH || path.join(folder, 'trustedFolders.json'),
    said: undefined,
    program: 'qwen',
  });
}

/** Hooks that Gemini CLI was told not to run, in a file other than those of the link, which tell it by themselves. */
function hooksConfig({ roots, links, read }: TrustView, folder: string): TrustFinding[] {
  const files = [path.join(roots[0]!, '.gemini', 'settings.json'), path.join(folder, 'settings.json')];
  return files.flatMap((file) => {
    const settings = objectIn(read(file));
    const disabled = valueAt(settings, 'hooksConfig', 'disabled');
    if (Array.isArray(disabled) && disabled.some((name) => /^engram$|[\\/]engram-hook\b/.test(String(name)))) {
      return [note(`was told not to run engram: take it out of "hooksConfig.disabled" in ${file}`)];
    }
    const isOff = valueAt(settings, 'hooksConfig', 'enabled') === false && !links.some((link) => link.file === file);
    return isOff ? [note(`runs no hook: "hooksConfig.enabled" is false in ${file}; take it out`)] : [];
  });
}

interface Rules {
  /** The host asks for trust at all. */
  isOn: boolean;
  file: string;
  /** What the environment says: `true` or `false`. */
  said: string | undefined;
  program: string;
}

/** A file of `{"<folder>": "TRUST_FOLDER" | "TRUST_PARENT" | "DO_NOT_TRUST"}`, of which the longest that holds the folder counts. */
function byRules(view: TrustView, { isOn, file, said, program }: Rules): TrustFinding[] {
  const [root] = view.roots;
  if (said === 'true') return [{ trusted: true, message: 'is told by the environment to trust every folder' }];
  if (said === 'false') return [note('is told by the environment to trust no folder')];
  if (!isOn) return [{ trusted: true, message: 'does not ask for trust in folders' }];
  const rules = Object.entries(objectIn(view.read(file))).map(([folder, level]) => {
    const meant = level === 'TRUST_PARENT' ? path.dirname(folder) : folder;
    return { length: folder.length, meant: view.real(meant), level };
  });
  const above = withParents(root!);
  const rule = rules.filter(({ meant }) => above.includes(meant)).sort((a, b) => b.length - a.length)[0];
  if (rule && rule.level !== 'DO_NOT_TRUST') return [{ trusted: true, message: `trusts ${root}` }];
  if (rule)
    return [
      note(
        `was told not to trust ${root}, and runs no hook there: take the folder out of ${file}, and \`${program}\` asks again`,
      ),
    ];
  // The hooks of a person's own settings run in a folder that nobody was asked about.
  if (!view.links.some(({ scope }) => scope === 'project')) return [];
  return [
    note(
      `has not been told to trust ${root}: start \`${program}\` there and say that you trust the folder, or the project's hooks do not run`,
    ),
  ];
}

export function copilotTrust({ home, env, roots, links, read, real }: TrustView): TrustFinding[] {
  if (!links.some(({ scope }) => scope === 'project')) return [];
  if (env.COPILOT_ALLOW_ALL === 'true')
    return [{ trusted: true, message: 'is told by the environment to trust every folder' }];
  const file = path.join(env.COPILOT_HOME || path.join(home, '.copilot'), 'config.json');
  const { trustedFolders, trusted_folders: older } = objectIn(read(file));
  const trusted = [trustedFolders, older].flatMap((list) =>
    Array.isArray(list) ? list.map((folder) => real(String(folder))) : [],
  );
  const [root] = roots;
  return withParents(root!).some((folder) => trusted.includes(folder))
    ? [{ trusted: true, message: `trusts ${root}` }]
    : [
        note(
          `has not been told to trust ${root}: start \`copilot\` there and say that you trust the folder, or the project's hooks do not run`,
        ),
      ];
}

const note = (message: string): TrustFinding => ({ trusted: false, message });
