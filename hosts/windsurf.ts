// Windsurf's Cascade, in Devin Desktop the older agent. Facts: documents only, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { type Env, type Host, OWN_MARK } from './host.ts';
import { asPayload, text } from './payload.ts';

export const windsurf: Host = {
  name: 'windsurf',
  aliases: ['cascade'],
  companions: ['devin'],
  title: 'Windsurf Cascade',
  settings: {
    found: { programs: ['windsurf'], folders: ['.windsurf', '.codeium/windsurf'] },
    path: {
      project: (root) => path.join(root, '.windsurf', 'hooks.json'),
      user: (home) => path.join(home, '.codeium', 'windsurf', 'hooks.json'),
    },
    instead: { file: '.devin/hooks.json', holding: 'hooks' },
    format: {
      kind: 'entries',
      shape: 'flat',
      under: 'hooks',
      // There is no field for a timeout.
      hook: (_event, command) => ({ command }),
    },
    intolerant: [],
    probe: ({ session, prompt }) => ({
      event: 'pre_user_prompt',
      payload: {
        agent_action_name: 'pre_user_prompt',
        trajectory_id: session,
        execution_id: session,
        timestamp: new Date(0).toISOString(),
        model_name: 'probe',
        tool_info: { user_prompt: prompt },
      },
    }),
  },
  events: [{ event: 'pre_user_prompt', moment: 'prompt', timeout: 10 }],
  capture: {
    events: [{ event: 'post_cascade_response', moment: 'turn-end', timeout: 10 }],
  },
  timeoutUnit: 's',
  // Of no answer: none is given.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: [],
  standing: {
    files: ['.devin/rules/engram.md', '.windsurf/rules/engram.md'],
    cap: { limit: 12_000, unit: 'utf16' },
    write: (context) =>
      `---\ntrigger: always_on\n---\n<!-- ${OWN_MARK} windsurf and kept current: edit the memories instead -->\n${context}\n`,
  },
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    return (
      payload !== undefined &&
      text(payload, 'agent_action_name') !== undefined &&
      text(payload, 'trajectory_id') !== undefined
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    if (!payload) return undefined;
    const event = text(payload, 'agent_action_name');
    if (event !== 'pre_user_prompt' && event !== 'post_cascade_response') return undefined;
    const session = text(payload, 'trajectory_id');
    // The payload names no folder. The hook runs in the workspace, and the launcher is a shell, which sets PWD to where it runs.
    const root = env.PWD || undefined;
    if (!session || !root) return undefined;
    const turn = text(payload, 'execution_id');
    const told = asPayload(payload.tool_info) ?? {};
    const base = { host: 'windsurf', event, session, root, cwd: root, ...(turn ? { turn } : {}) };
    if (event === 'pre_user_prompt') return { ...base, kind: 'prompt', prompt: text(told, 'user_prompt') ?? '' };
    const answer = text(told, 'response');
    return { ...base, kind: 'turn-end', ...(answer ? { answer } : {}) };
  },

  // Cascade shows the model nothing of what a hook prints.
  format: () => undefined,

  limits: [
    'Cascade lets no hook add to a prompt, so that it is not sent the memories that a prompt needs. engram keeps one always-on rules file instead, `engram.md` in .devin/rules or .windsurf/rules, of at most 12,000 characters: what other hosts are sent when a session starts, rules and preferences first.',
    'The file is written again when memories change. Whether Cascade reads it again within a conversation is not documented: a change may count from the next conversation on.',
    'Where .devin/hooks.json defines hooks Cascade ignores .windsurf/hooks.json: `engram link windsurf` writes the one that is read.',
    'A link for all projects (`--global`) brings no rules file: that one is of a project.',
    'What engram knows of Cascade is from its documents: it has not been run with it. New conversations in Devin Desktop start with Devin Local, which `engram link windsurf` links too.',
  ],
};
