import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { refuseOutside } from '../memory/outside.ts';
import { CommandError, type Context, EXIT } from './context.ts';

import { count, printJson } from './output.ts';
import { trustAlong } from './trusting.ts';
import { onDisk, openWorld, refresh } from './world.ts';

/** What stands in a project's `.engram/README.md`. */
const README = `# engram

The memories of this project, for every coding agent that works on it.

- \`memories/\` holds one Markdown file for each memory. Write them by hand or with \`engram remember\`; commit them, so that
  everybody's agents know the same. A front matter is optional:

  \`\`\`markdown
  ---
  summary: Deploys to production only Monday to Thursday.
  type: rule            # rule | fact | preference | decision | procedure | skill
  tags: [deploy]
  applies_to: ["infra/**"]
  importance: 0.7       # 0–1, default 0.5
  reviewed: 2026-11-30
  ---
  Body, any Markdown.
  \`\`\`

- \`archive/\` holds what \`engram forget\` took out.
- \`config.yaml\`, where there is one, holds this project's settings: \`engram config list\`.

\`engram link <agent>\` lets an agent read them; \`engram hosts\` names the agents.
`;

export function register(program: Command, context: Context): void {
  program
    .command('init')
    .alias('inject')
    .description('prepare this project: a vault for its memories, no agent touched')
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', '\nExample:\n  cd my-project && engram init\n')
    .action((options: { json?: true }) => {
      const world = openWorld(context);
      const { base: root, git, writes } = world.project;
      if (!git && path.dirname(root) === root)
        throw new CommandError(
          `${root} is the root of the file system and no project; run this inside a project, or remember with --global`,
          EXIT.usage,
        );
      const vault = path.join(root, '.engram', 'memories');
      if (!writes.includes(vault)) {
        throw new CommandError(
          `${path.join(root, '.engram')} is your own engram folder, not a project's; run this inside a project, or remember with --global`,
          EXIT.usage,
        );
      }
      const created: string[] = [];
      onDisk('the vault could not be made', () => {
        refuseOutside(vault, root);
        if (!fs.existsSync(vault)) {
          fs.mkdirSync(vault, { recursive: true });
          created.push(vault);
        }
        const readme = path.join(root, '.engram', 'README.md');
        try {
          fs.writeFileSync(readme, README, { flag: 'wx' });
          created.push(readme);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
      });
      trustAlong([], context, world);
      const report = refresh(context, world);
      if (options.json) return printJson(context, { root, vault, created, memories: report?.memories ?? null });
      context.out(
        created.length
          ? `Prepared ${root} for engram:\n${created.map((file) => `  ${path.relative(root, file)}\n`).join('')}`
          : `${root} is prepared already; ${count(report?.memories ?? 0, 'memory', 'memories')} can be read here\n`,
      );
      context.out(
        'Next:\n  engram remember "Deploys only Monday to Thursday." --type rule\n' +
          '  engram link     # finds your agents and asks; engram hosts names all\n',
      );
    });
}
