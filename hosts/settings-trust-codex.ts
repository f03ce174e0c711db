// Codex's consent: its config.toml names the projects that are trusted, and each hook that was reviewed by its place and a hash.
// Measured on 0.171.0 against `hooks/list` of its app-server: docs/hosts.md.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { parse } from 'smol-toml';
import { codex } from './codex.ts';
import { isManagedCommand } from './settings-entries.ts';
import type { TrustFinding, TrustView } from './settings-trust.ts';
import { asObject, type Json, valueAt } from './settings-trust-json.ts';

/** What Codex assumes of a hook that does not say, and leaves out of its hash where a hook says just that. */
const TIMEOUT = 600;
const LIMIT = 2500;

const REVIEW = 'start `codex` and choose "Trust all" where it says that hooks need review, or open /hooks';

/** One hook of ours in a hooks.json. */
interface Hook {
  event: string;
  /** Where it stands: what the record of its trust is called. */
  key: string;
  /** Undefined where it is not known how Codex reckons it. */
  hash: string | undefined;
}

export function codexTrust(view: TrustView): TrustFinding[] {
  const file = path.join(view.env.CODEX_HOME || path.join(view.home, '.codex'), 'config.toml');
  let config: Json;
  try {
    config = parse(view.read(file) ?? '') as Json;
  } catch (error) {
    const line = (error as { line?: number }).line;
    return [
      note(
        `cannot read its trust: ${file}${line ? `:${line}` : ''} is not valid TOML; Codex does not start with it either`,
      ),
    ];
  }
  const features = asObject(config.features);
  if ((features.hooks ?? features.codex_hooks) === false) {
    return [note(`runs no hook at all: ${file} switches the feature \`hooks\` off; take that line out`)];
  }
  return view.links.map(({ scope, file: settings }) => {
    if (
      scope === 'project' &&
      !view.roots.some((root) => valueAt(config, 'projects', root, 'trust_level') === 'trusted')
    ) {
      return note(
        `does not trust ${view.roots.at(-1)} yet, and runs no hook of ${settings}: start \`codex\` there and say that you trust it; then it asks to review the hooks`,
      );
    }
    return reviewed(hooksOf(settings, view), config, settings);
  });
}

function reviewed(hooks: readonly Hook[], config: Json, settings: string): TrustFinding {
  const states = hooks.map((hook) => ({ hook, state: asObject(valueAt(config, 'hooks', 'state', hook.key)) }));
  const events = (chosen: typeof states) => [...new Set(chosen.map(({ hook }) => hook.event))].join(', ');
  const off = states.filter(({ state }) => state.enabled === false);
  if (off.length > 0)
    return note(`was told not to run ${events(off)} of ${settings}: open /hooks in \`codex\` and switch them on`);
  const open = states.filter(({ state }) => typeof state.trusted_hash !== 'string');
  if (open.length > 0) {
    return note(`skips ${events(open)} of ${settings} without a word, because they have not been reviewed: ${REVIEW}`);
  }
  const other = states.filter(({ hook, state }) => hook.hash !== undefined && hook.hash !== state.trusted_hash);
  if (other.length > 0) {
    return note(
      `skips ${events(other)} of ${settings} without a word, because they have changed since they were reviewed: ${REVIEW}`,
    );
  }
  const unsure = states.filter(({ hook }) => hook.hash === undefined);
  if (unsure.length > 0 || hooks.length === 0) {
    return note(
      `has not reviewed ${events(unsure) || 'the hooks'} of ${settings} as far as can be told: look at /hooks in \`codex\``,
    );
  }
  return { trusted: true, message: `has reviewed the hooks of ${settings}, and trusts them` };
}

/** Our hooks; none where the file is no strict JSON, which Codex does not read either. */
function hooksOf(file: string, { read, real }: TrustView): Hook[] {
  let root: Json;
  try {
    root = asObject(JSON.parse(read(file) ?? ''));
  } catch {
    return [];
  }
  return Object.entries(asObject(root.hooks)).flatMap(([event, list]) =>
    array(list).flatMap((group, g) =>
      array(asObject(group).hooks).flatMap((one, h): Hook[] => {
        const handler = asObject(one);
        if (typeof handler.command !== 'string' || !isManagedCommand(handler.command, codex)) return [];
        const name = event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
        return [{ event, key: `${real(file)}:${name}:${g}:${h}`, hash: hashOf(name, asObject(group), handler) }];
      }),
    ),
  );
}

/** As Codex reckons it: compact JSON, the keys in order at every depth. Undefined for what was not measured. */
function hashOf(event: string, { matcher }: Json, hook: Json): string | undefined {
  const {
    type,
    command,
    timeout = TIMEOUT,
    async = false,
    statusMessage,
    additionalContextLimit: limit = LIMIT,
  } = hook;
  const isKnown =
    type === 'command' &&
    Number.isInteger(timeout) &&
    typeof async === 'boolean' &&
    ['string', 'undefined'].includes(typeof statusMessage) &&
    Number.isInteger(limit) &&
    (matcher === undefined || (typeof matcher === 'string' && event !== 'user_prompt_submit'));
  if (!isKnown) return undefined;
  const reckoned = {
    event_name: event,
    hooks: [
      {
        ...(limit === LIMIT ? {} : { additionalContextLimit: limit }),
        async,
        command,
        ...(statusMessage === undefined ? {} : { statusMessage }),
        timeout: Math.max(1, timeout as number),
        type,
      },
    ],
    ...(matcher === undefined ? {} : { matcher }),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(reckoned)).digest('hex')}`;
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const note = (message: string): TrustFinding => ({ trusted: false, message });
