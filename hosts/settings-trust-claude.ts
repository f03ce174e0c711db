// Claude Code's consent: it asks once per folder, and one of several files may switch hooks off. Measured on 2.1.332: docs/hosts.md.
import path from 'node:path';
import type { TrustFinding, TrustView } from './settings-trust.ts';
import { objectIn, valueAt } from './settings-trust-json.ts';

/** Of an administrator; its settings count before all others. */
const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  win32: 'C:\\Program Files\\ClaudeCode\\managed-settings.json',
};

export function claudeTrust(view: TrustView): TrustFinding[] {
  return [...switchedOff(view), folderTrust(view)];
}

/** Hooks are off where the first file that says something of it says so. A file in which we are linked tells that by itself. */
function switchedOff({ home, env, roots, platform, links, read }: TrustView): TrustFinding[] {
  const managed = MANAGED[platform] ?? '/etc/claude-code/managed-settings.json';
  const root = roots[0]!;
  const files = [
    managed,
    path.join(root, '.claude', 'settings.local.json'),
    path.join(root, '.claude', 'settings.json'),
    path.join(env.CLAUDE_CONFIG_DIR || path.join(home, '.claude'), 'settings.json'),
  ];
  const found: TrustFinding[] = [];
  if (objectIn(read(managed)).allowManagedHooksOnly === true) {
    found.push({
      trusted: false,
      message: `runs only the hooks of an administrator: "allowManagedHooksOnly" is true in ${managed}`,
    });
  }
  const first = files.find((file) => typeof objectIn(read(file)).disableAllHooks === 'boolean');
  if (first && objectIn(read(first)).disableAllHooks === true && !links.some(({ file }) => file === first)) {
    found.push({
      trusted: false,
      message: `runs no hook: "disableAllHooks" is true in ${first}; take it out, or set it to false in .claude/settings.local.json`,
    });
  }
  return found;
}

/** The answer given for a folder counts for those in it. */
function folderTrust({ home, env, roots, read }: TrustView): TrustFinding {
  const file = path.join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');
  const projects = objectIn(read(file));
  const isTrusted = roots.some((root) =>
    withParents(root).some((folder) => valueAt(projects, 'projects', folder, 'hasTrustDialogAccepted') === true),
  );
  return isTrusted
    ? { trusted: true, message: `trusts ${roots[0]}` }
    : {
        trusted: false,
        message: `has not been told to trust ${roots[0]}: in its terminal interface no hook runs there until you start \`claude\` there and say yes (\`claude -p\` does not ask)`,
      };
}

/** A folder and all above it. */
export function withParents(folder: string): string[] {
  const up = path.dirname(folder);
  return up === folder ? [folder] : [folder, ...withParents(up)];
}
