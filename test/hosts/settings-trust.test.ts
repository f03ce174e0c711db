import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Scope } from '../../hosts/host.ts';
import { type TrustView, trust } from '../../hosts/settings-trust.ts';

const HOME = '/home/ada';
const ROOT = '/srv/shop';

interface Given {
  files?: Record<string, string | object>;
  scopes?: Scope[];
  env?: Record<string, string>;
  roots?: string[];
  links?: Record<string, string>;
}

/** What is found with these files on a machine. */
function look(
  host: string,
  settings: string,
  { files = {}, scopes = ['project'], env = {}, roots = [ROOT], links = {} }: Given,
) {
  const view: TrustView = {
    home: HOME,
    roots,
    env,
    platform: 'linux',
    links: scopes.map((scope) => ({ scope, file: path.join(scope === 'user' ? HOME : roots.at(-1)!, settings) })),
    read: (file) => {
      const it = files[file];
      return typeof it === 'object' ? JSON.stringify(it) : it;
    },
    real: (file) => links[file] ?? file,
  };
  return trust[host]!(view).map(({ trusted, message }) => [trusted, message]);
}

describe('Claude Code', () => {
  const claude = (given: Given) => look('claude', '.claude/settings.json', given);
  const accepted = (folder: string) => ({ projects: { [folder]: { hasTrustDialogAccepted: true } } });
  const yes = [true, `trusts ${ROOT}`];
  const no = [
    false,
    `has not been told to trust ${ROOT}: in its terminal interface no hook runs there until you start \`claude\` there and say yes (\`claude -p\` does not ask)`,
  ];
  const off = (file: string) => [
    false,
    `runs no hook: "disableAllHooks" is true in ${file}; take it out, or set it to false in .claude/settings.local.json`,
  ];
  const [user, local, managed] = [
    `${HOME}/.claude/settings.json`,
    `${ROOT}/.claude/settings.local.json`,
    '/etc/claude-code/managed-settings.json',
  ];

  test.each<[string, Given, unknown[]]>([
    ['nothing is there', {}, [no]],
    ['the folder was accepted', { files: { [`${HOME}/.claude.json`]: accepted(ROOT) } }, [yes]],
    ['one above it was', { files: { [`${HOME}/.claude.json`]: accepted('/srv') } }, [yes]],
    ['one beside it was', { files: { [`${HOME}/.claude.json`]: accepted('/srv/shop2') } }, [no]],
    [
      'it was declined',
      { files: { [`${HOME}/.claude.json`]: { projects: { [ROOT]: { hasTrustDialogAccepted: false } } } } },
      [no],
    ],
    ['the file is damaged', { files: { [`${HOME}/.claude.json`]: '{"projects":' } }, [no]],
    [
      'the config folder was moved',
      { env: { CLAUDE_CONFIG_DIR: '/etc/ada' }, files: { '/etc/ada/.claude.json': accepted(ROOT) } },
      [yes],
    ],
    [
      'the main checkout of a worktree was accepted',
      { roots: ['/srv/shop-2', ROOT], files: { [`${HOME}/.claude.json`]: accepted(ROOT) } },
      [[true, 'trusts /srv/shop-2']],
    ],
    ['hooks are off for the user', { files: { [user]: { disableAllHooks: true } } }, [off(user), no]],
    [
      'but on for the project',
      { files: { [user]: { disableAllHooks: true }, [`${ROOT}/.claude/settings.json`]: { disableAllHooks: false } } },
      [no],
    ],
    [
      'off in this very file, which says so by itself',
      { files: { [`${ROOT}/.claude/settings.json`]: { disableAllHooks: true } } },
      [no],
    ],
    ['off in the local file', { files: { [local]: '// mine\n{"disableAllHooks": true,}' } }, [off(local), no]],
    [
      'off by an administrator',
      { files: { [managed]: { disableAllHooks: true }, [local]: { disableAllHooks: false } } },
      [off(managed), no],
    ],
    [
      'only an administrator’s',
      { files: { [managed]: { allowManagedHooksOnly: true } } },
      [[false, `runs only the hooks of an administrator: "allowManagedHooksOnly" is true in ${managed}`], no],
    ],
  ])('%s', (_, given, found) => {
    expect(claude(given)).toEqual(found);
  });
});

describe('Codex', () => {
  const CONFIG = `${HOME}/.codex/config.toml`;
  const settings = { project: `${ROOT}/.codex/hooks.json`, user: `${HOME}/.codex/hooks.json` };
  // Hashes as `codex app-server` 0.171.0 lists them for these very hooks.
  const project = 'test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook codex 2>/dev/null';
  const hook = (command = project) => ({ type: 'command', command, timeout: 10, statusMessage: 'engram memory' });
  const HOOKS = {
    hooks: {
      SessionStart: [{ hooks: [hook()] }],
      PreToolUse: [{ hooks: [] }, { matcher: 'apply_patch', hooks: [{ type: 'command', command: 'lint' }, hook()] }],
      SubagentStart: [{ matcher: '*', hooks: [hook()] }],
    },
  };
  const HASH: Record<string, string> = {
    'session_start:0:0': 'sha256:3f893f1c2e54335d37761afc7c9feefe198cf05b57fff562f948da9dcaa5e0b8',
    'pre_tool_use:1:1': 'sha256:51c528d80598790966f657783a94c94b9076e42d518d855422472345d1b4d35e',
    'subagent_start:0:0': 'sha256:af981a290fd78b95a0126697f9d014b35c9a2d93e529aacc7ec2b8824f669dfa',
  };
  const trusted = `[projects."${ROOT}"]\ntrust_level = "trusted"\n`;
  const state = (file: string, hashes: Record<string, string> = HASH) =>
    Object.entries(hashes)
      .map(([at, hash]) => `[hooks.state."${file}:${at}"]\ntrusted_hash = "${hash}"\n`)
      .join('');
  const codex = (config: string | undefined, given: Given = {}) =>
    look('codex', '.codex/hooks.json', {
      ...given,
      files: {
        ...(config === undefined ? {} : { [CONFIG]: config }),
        [settings.project]: HOOKS,
        [settings.user]: HOOKS,
        ...given.files,
      },
    });
  const review = 'start `codex` and choose "Trust all" where it says that hooks need review, or open /hooks';
  const unreviewed = (events: string, file = settings.project) => [
    false,
    `skips ${events} of ${file} without a word, because they have not been reviewed: ${review}`,
  ];
  const fine = (file = settings.project) => [true, `has reviewed the hooks of ${file}, and trusts them`];
  const untrusted = [
    false,
    `does not trust ${ROOT} yet, and runs no hook of ${settings.project}: start \`codex\` there and say that you trust it; then it asks to review the hooks`,
  ];
  const all = 'SessionStart, PreToolUse, SubagentStart';

  test.each<[string, string | undefined, unknown, Given?]>([
    ['no config', undefined, untrusted],
    ['another project', '[projects."/srv"]\ntrust_level = "trusted"\n', untrusted],
    ['a project that was declined', trusted.replace('"trusted"', '"untrusted"'), untrusted],
    ['the project alone', trusted, unreviewed(all)],
    ['hooks too', trusted + state(settings.project), fine()],
    ['in inline tables', `projects = { "${ROOT}" = { trust_level = "trusted" } }\n${state(settings.project)}`, fine()],
    [
      'one not reviewed',
      trusted +
        state(settings.project, { ...HASH, 'session_start:0:0': undefined as never }).replace(
          /\[[^[]*"undefined"\n/,
          '',
        ),
      unreviewed('SessionStart'),
    ],
    [
      'one changed since',
      trusted + state(settings.project, { ...HASH, 'subagent_start:0:0': HASH['session_start:0:0']! }),
      [
        false,
        `skips SubagentStart of ${settings.project} without a word, because they have changed since they were reviewed: ${review}`,
      ],
    ],
    [
      'one switched off',
      `${trusted}${state(settings.project)}enabled = false\n`,
      [false, `was told not to run SubagentStart of ${settings.project}: open /hooks in \`codex\` and switch them on`],
    ],
    [
      'a hook of a kind that was not measured',
      trusted + state(settings.project),
      [
        false,
        `has not reviewed SessionStart of ${settings.project} as far as can be told: look at /hooks in \`codex\``,
      ],
      { files: { [settings.project]: { hooks: { SessionStart: [{ hooks: [{ ...hook(), timeout: 1.5 }] }] } } } },
    ],
    [
      'a file that is no strict JSON',
      trusted + state(settings.project),
      [false, `has not reviewed the hooks of ${settings.project} as far as can be told: look at /hooks in \`codex\``],
      { files: { [settings.project]: '// mine\n{}' } },
    ],
    ['a person’s own, whatever the project', state(settings.user), fine(settings.user), { scopes: ['user'] }],
    [
      'behind a link',
      state('/srv/dotfiles/hooks.json'),
      fine(settings.user),
      { scopes: ['user'], links: { [settings.user]: '/srv/dotfiles/hooks.json' } },
    ],
    [
      'a folder of its own',
      undefined,
      fine(settings.user),
      {
        scopes: ['user'],
        env: { CODEX_HOME: '/opt/codex' },
        files: { '/opt/codex/config.toml': state(settings.user) },
      },
    ],
    ['a worktree of a trusted checkout', trusted + state(settings.project), fine(), { roots: ['/srv/shop-2', ROOT] }],
    [
      'hooks off',
      `[features]\nhooks = false\n${trusted}${state(settings.project)}`,
      [false, `runs no hook at all: ${CONFIG} switches the feature \`hooks\` off; take that line out`],
    ],
    [
      'no TOML',
      '[features]\nhooks = = false\n',
      [false, `cannot read its trust: ${CONFIG}:2 is not valid TOML; Codex does not start with it either`],
    ],
  ])('%s', (_, config, found, given) => {
    expect(codex(config, given)).toEqual([found]);
  });

  it('says it of each file', () => {
    expect(codex(trusted + state(settings.user), { scopes: ['project', 'user'] })).toEqual([
      unreviewed(all),
      fine(settings.user),
    ]);
  });
});

describe('Gemini CLI, Qwen Code and Copilot', () => {
  const rules = (rules: Record<string, string>) => JSON.stringify(rules);
  const [geminiFile, qwenFile] = [`${HOME}/.gemini/trustedFolders.json`, `${HOME}/.qwen/trustedFolders.json`];
  const yes = [true, `trusts ${ROOT}`];
  const none = [true, 'does not ask for trust in folders'];
  const ask = (program: string) => [
    false,
    `has not been told to trust ${ROOT}: start \`${program}\` there and say that you trust the folder, or the project's hooks do not run`,
  ];
  const refused = [
    false,
    `was told not to trust ${ROOT}, and runs no hook there: take the folder out of ${geminiFile}, and \`gemini\` asks again`,
  ];
  const withTrust = { security: { folderTrust: { enabled: true } } };
  const settings = `${HOME}/.gemini/settings.json`;

  test.each<[string, string, Given, unknown[]]>([
    ['gemini', 'unknown', {}, [ask('gemini')]],
    ['gemini', 'unknown, and only a person’s own hooks', { scopes: ['user'] }, []],
    ['gemini', 'trusted', { files: { [geminiFile]: rules({ [ROOT]: 'TRUST_FOLDER' }) } }, [yes]],
    ['gemini', 'one above it', { files: { [geminiFile]: `// mine\n${rules({ '/srv': 'TRUST_FOLDER' })}` } }, [yes]],
    ['gemini', 'the parent of one beside it', { files: { [geminiFile]: rules({ '/srv/x': 'TRUST_PARENT' }) } }, [yes]],
    [
      'gemini',
      'the longest counts',
      { files: { [geminiFile]: rules({ '/srv': 'TRUST_FOLDER', [ROOT]: 'DO_NOT_TRUST' }) }, scopes: ['user'] },
      [refused],
    ],
    [
      'gemini',
      'a name that only begins alike',
      { files: { [geminiFile]: rules({ '/srv/sho': 'TRUST_FOLDER' }) } },
      [ask('gemini')],
    ],
    [
      'gemini',
      'a link to it',
      { files: { [geminiFile]: rules({ '/l': 'TRUST_FOLDER' }) }, links: { '/l': ROOT } },
      [yes],
    ],
    ['gemini', 'switched off', { files: { [settings]: { security: { folderTrust: { enabled: false } } } } }, [none]],
    [
      'gemini',
      'the environment',
      { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
      [[true, 'is told by the environment to trust every folder']],
    ],
    [
      'gemini',
      'the environment, against',
      { env: { GEMINI_RESTRICTED_MODE: 'true' } },
      [[false, 'is told by the environment to trust no folder']],
    ],
    [
      'gemini',
      'another file',
      { env: { GEMINI_CLI_TRUSTED_FOLDERS_PATH: '/t.json' }, files: { '/t.json': rules({ [ROOT]: 'TRUST_FOLDER' }) } },
      [yes],
    ],
    [
      'gemini',
      'engram switched off by name, and hooks by the user',
      {
        files: {
          [geminiFile]: rules({ [ROOT]: 'TRUST_FOLDER' }),
          [`${ROOT}/.gemini/settings.json`]: { hooksConfig: { disabled: ['engram'] } },
          [settings]: { hooksConfig: { enabled: false } },
        },
      },
      [
        [false, `was told not to run engram: take it out of "hooksConfig.disabled" in ${ROOT}/.gemini/settings.json`],
        [false, `runs no hook: "hooksConfig.enabled" is false in ${settings}; take it out`],
        yes,
      ],
    ],
    ['qwen', 'as it comes', {}, [none]],
    ['qwen', 'asked for', { files: { [`${HOME}/.qwen/settings.json`]: withTrust } }, [ask('qwen')]],
    [
      'qwen',
      'given',
      { files: { [`${HOME}/.qwen/settings.json`]: withTrust, [qwenFile]: rules({ [ROOT]: 'TRUST_FOLDER' }) } },
      [yes],
    ],
    [
      'qwen',
      'elsewhere',
      {
        env: { QWEN_HOME: '/q' },
        files: { '/q/settings.json': withTrust, '/q/trustedFolders.json': rules({ [ROOT]: 'TRUST_FOLDER' }) },
      },
      [yes],
    ],
    ['copilot', 'unknown', {}, [ask('copilot')]],
    ['copilot', 'a person’s own hooks', { scopes: ['user'] }, []],
    ['copilot', 'trusted', { files: { [`${HOME}/.copilot/config.json`]: { trustedFolders: [ROOT] } } }, [yes]],
    [
      'copilot',
      'elsewhere',
      { env: { COPILOT_HOME: '/c' }, files: { '/c/config.json': `// mine\n{"trustedFolders": ["${ROOT}"]}` } },
      [yes],
    ],
    [
      'copilot',
      'the environment',
      { env: { COPILOT_ALLOW_ALL: 'true' } },
      [[true, 'is told by the environment to trust every folder']],
    ],
  ])('%s: %s', (host, _, given, found) => {
    expect(look(host, host === 'copilot' ? '.github/hooks/engram.json' : `.${host}/settings.json`, given)).toEqual(
      found,
    );
  });
});
