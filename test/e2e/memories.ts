// The memories of the runs. No body repeats another's words, so that each prompt below needs exactly the one it names.
import type { LabMemory } from './lab.ts';

/** Needed by the deploy prompts. */
export const DEPLOY: LabMemory = {
  id: 'deploy-window',
  summary: 'When and how production deploys happen.',
  body: 'Production deploys run Monday to Thursday through scripts/deploy.sh with the blue/green switch; the release captain holds the freeze key.',
};

/** Needed by the database prompt. */
export const POOL: LabMemory = {
  id: 'postgres-pool',
  summary: 'Limits of the Postgres connection pool.',
  body: 'PgBouncer keeps at most 40 Postgres connections per node, and the connection pool must be drained before a migration.',
};

/** A preference that is important enough to be sent when a session starts. */
export const STYLE: LabMemory = {
  id: 'commit-style',
  summary: 'How commit messages are written here.',
  type: 'preference',
  importance: 0.9,
  body: 'Write every commit message in the imperative, with a ticket number such as TEA-17 at its end.',
};

export const MEMORIES: readonly LabMemory[] = [DEPLOY, POOL, STYLE];

/** Those that apply to paths. The prompts that need them name no path, which would be a need by itself. */
export const HANDLERS: LabMemory = {
  id: 'handler-errors',
  summary: 'How request handlers report errors.',
  appliesTo: ['src/**'],
  body: 'Request handlers throw a ShopError with a stable code; the middleware alone turns it into a status and a problem document.',
};
export const TERRAFORM: LabMemory = {
  id: 'terraform-state',
  summary: 'Where the Terraform state lives.',
  appliesTo: ['infra/**/*.tf'],
  body: 'Terraform state lies in the bucket tea-state-eu, locked by a DynamoDB table; never run a plan with a local backend.',
};
export const WIDGETS: LabMemory = {
  id: 'widget-names',
  summary: 'How widgets are named.',
  appliesTo: ['web/widgets/'],
  body: 'A widget is named after the noun that it shows, in the singular, and its stylesheet lies beside it.',
};
export const SCOPED: readonly LabMemory[] = [HANDLERS, TERRAFORM, WIDGETS];

/** More than the client restores after a compaction, each of a file of its own. */
export const RULES: readonly (LabMemory & { topic: string; file: string })[] = (
  [
    ['walnut invoices', 'Walnut invoices are rounded down to five cents.'],
    ['copper kettles', 'Copper kettles ship in the padded box number three.'],
    ['lantern adverts', 'Lantern adverts need the signature of two editors.'],
    ['harbour freight', 'Harbour freight is booked on Tuesdays before noon.'],
    ['meadow honey', 'Meadow honey carries its lot number below the lid.'],
    ['saffron scales', 'Saffron scales are calibrated with a ten gram weight.'],
    ['violin lessons', 'Violin lessons cannot be refunded within a fortnight.'],
    ['glacier water', 'Glacier water must never be bottled above four degrees.'],
  ] as const
).map(([topic, body]) => {
  const id = topic.replace(' ', '-');
  return { id, topic, file: `stock/${id}.ts`, summary: `About ${topic}.`, appliesTo: [`stock/${id}.ts`], body };
});

/** Files that they apply to, and one that none does. */
export const FILES = {
  'src/api/a.ts': 'export const a = 1;\n',
  'infra/b.tf': 'variable "b" {}\n',
  'drafts/c.css': '.c { color: green; }\n',
};

export const ASK = {
  deploy: 'How do we run production deploys with the blue/green switch?',
  deployAgain: 'Remind me on which weekdays production deploys may run.',
  deployAfter: 'One more time: which script runs the production deploys?',
  pool: 'How many Postgres connections may the pool keep?',
  style: 'How should I write the commit message for this ticket?',
  handlers: 'How do request handlers report errors and which code is stable?',
  handlersAgain: 'Remind me what the middleware does with errors of request handlers.',
  handlersAfter: 'One more time: how do request handlers report errors?',
  look: 'Have a look and say whether it is tidy.',
  unrelated: 'Compose a limerick about a sleepy walrus.',
};

/** What a subagent is told to do: it needs no memory by itself. */
export const TASK = 'Compose a haiku about a distant lighthouse.';

/** Far more than any host takes in one answer: thirty memories of some 3,000 characters, half of them in Japanese, that one prompt needs. */
export const CROWD: readonly LabMemory[] = Array.from({ length: 30 }, (_, i) => ({
  id: `warehouse-${String(i).padStart(2, '0')}`,
  summary: `Warehouse inventory procedure ${i} for pallets.`,
  body: [
    `Warehouse inventory procedure ${i}: count pallets twice.`,
    ...Array.from({ length: i % 2 ? 45 : 90 }, (_, n) =>
      i % 2
        ? `棚卸しの手順 ${i}-${n}: 倉庫の在庫を二回数えてから、記録に残します。`
        : `Step ${i}-${n}: pallets are counted.`,
    ),
  ].join('\n'),
}));

export const ASK_CROWD = 'Which warehouse inventory procedure counts the pallets?';
