// What `engram demo` shows: a small project's memories, and a session as the hosts report it (payloads as recorded from the
// real clients; session and folder are filled in).

export const MEMORIES: readonly { id: string; text: string }[] = [
  {
    id: 'deploy-window',
    text: `---
summary: Deploys to production only Monday to Thursday, through the blue/green script.
type: rule
tags: [deploy, release]
importance: 0.8
reviewed: 2026-11-02
---
Deploy to production only Monday to Thursday, with \`scripts/deploy.sh --blue-green\`. On a Friday open a change request first.
`,
  },
  {
    id: 'payments-retry',
    text: `---
summary: The payments API answers 202 and must be polled; a retry without the idempotency key charges twice.
type: fact
tags: [payments, api]
reviewed: 2026-10-20
---
\`POST /charges\` answers 202 at once; poll \`/charges/:id\`. Every retry repeats the \`Idempotency-Key\` header, or the customer is charged twice.
`,
  },
  {
    id: 'check-command',
    text: `---
type: procedure
reviewed: 2026-11-18
---
Run \`npm run check\` before each commit: types, lint and tests, in that order. Bare \`vitest\` skips the types.
`,
  },
  {
    id: 'billing-datenbank',
    text: `---
type: fact
reviewed: 2026-09-30
---
Die Datenbank der Abrechnung wird jede Nacht um drei Uhr gesichert; davor laufen keine Migrationen.
`,
  },
];

export const EDITED = {
  id: 'deploy-window',
  from: 'On a Friday open a change request first.',
  to: 'On a Friday nobody deploys, without exception.',
};

/** One event of the session. `host` is the registry's name. */
export interface Step {
  host: string;
  /** What happens, for the reader. */
  title: string;
  payload: Record<string, unknown>;
  /** Done before the event: the sample's edit. */
  edit?: true;
}

const CLAUDE = { permission_mode: 'default' };
const CODEX = { model: 'gpt-5.6-luna', permission_mode: 'default' };
const FRIDAY = 'Can we deploy the payments service to production on Friday?';

export const STEPS: readonly Step[] = [
  {
    host: 'claude',
    title: 'a session starts',
    payload: { hook_event_name: 'SessionStart', source: 'startup' },
  },
  {
    host: 'claude',
    title: 'the user asks about the payments API',
    payload: {
      ...CLAUDE,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Why was a customer charged twice by the payments API?',
    },
  },
  {
    host: 'claude',
    title: 'the user asks again: only the line that says what is there',
    payload: {
      ...CLAUDE,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'And a retry of a charge in the payments API, what does it need?',
    },
  },
  {
    host: 'claude',
    title: 'the user says thanks: nothing',
    payload: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'thanks, that was it' },
  },
  {
    host: 'claude',
    title: 'the user asks in German',
    payload: {
      ...CLAUDE,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Wann werden die Datenbanken der Abrechnung gesichert?',
    },
  },
  {
    host: 'claude',
    title: 'a memory was edited meanwhile: it is sent again, and it alone',
    payload: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: FRIDAY },
    edit: true,
  },
  {
    host: 'claude',
    title: 'the conversation is about to be compacted (a reset, no output)',
    payload: { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null },
  },
  {
    host: 'claude',
    title: 'and goes on: what it was about is there again',
    payload: { hook_event_name: 'SessionStart', source: 'compact', model: 'claude-opus-5-5' },
  },
  {
    host: 'codex',
    title: 'the same question in Codex, which has its own delivered set',
    payload: {
      ...CODEX,
      hook_event_name: 'UserPromptSubmit',
      turn_id: '01990000-0000-7000-8000-0000000000b1',
      prompt: FRIDAY,
    },
  },
];
