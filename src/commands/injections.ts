// What a session's log tells of each answer: when, at which moment, which memories. It holds ids and hashes, never a word of a prompt.
import { CLAIM_FORM } from '../store/history.ts';

/** The moments by which a memory comes. `rule file`: the host loaded it itself. */
export type Came = 'session start' | 'prompt' | 'path' | 'subagent' | 'rehydrate' | 'rule file' | 'not kept';

/** One answer of the hook that sent something, or found it there. */
export interface Injection {
  /** Milliseconds since 1970. */
  at: number;
  came: Came;
  memories: { id: string; form: 'body' | 'card' }[];
  /** Routed, and not sent because the session had it. */
  present: string[];
  /** It also brought lines about what the prompt named (S-15). */
  entities: boolean;
  /** All that is kept of the prompt: a hash of it, by which it is known again; null at other moments. */
  prompt: string | null;
}

/**
 * The injections of a log, in order. A claim whose process never wrote its answer was not sent.
 * @param text as src/session/log.ts describes it
 */
export function injectionsIn(text: string): Injection[] {
  const lines = text.split('\n');
  const answered = new Set(lines.filter((line) => line.startsWith('s ')).map((line) => line.split(' ')[1]!));
  const events = new Map<string, string>();
  const found: Injection[] = [];
  const sent = new Set<string>();
  let last: Injection | undefined;
  let process = '';
  for (const line of lines) {
    const [kind = '', ...rest] = line.split(' ');
    if (kind === 'e') {
      events.set(rest[0]!, rest[2] ?? '');
      process = rest[0]!;
      last = undefined;
    } else if (kind === 'r') sent.clear();
    else if (kind === 'c') {
      process = rest[0]!;
      last = undefined;
      if (!answered.has(process)) continue;
      const said = rest.slice(2).some((claim) => claim.startsWith('h:') && claim.endsWith(':rehydrate'));
      last = begin(rest[1], events.get(process), said ? 'rehydrate' : undefined);
      if (last) last.entities = rest.slice(2).some((claim) => claim.startsWith('h:') && claim.endsWith(':entity'));
      for (const claim of rest.slice(2)) {
        const [, form, , id] = CLAIM_FORM.exec(claim) ?? [];
        // The first live claim of a body wins; who comes later stood back.
        if (id === undefined || sent.has(claim)) continue;
        sent.add(claim);
        last?.memories.push({ id, form: form === 'b' ? 'body' : 'card' });
      }
    } else if (kind === 'u') {
      if (!answered.has(process)) continue;
      last ??= begin(rest[0], events.get(process));
      const shown = last?.memories.map(({ id }) => id) ?? [];
      last?.present.push(...rest.slice(1).filter((id) => !shown.includes(id)));
    } else if (kind === 'l') {
      const [, , , id] = CLAIM_FORM.exec(rest[1] ?? '') ?? [];
      if (id !== undefined) begin(rest[0], undefined, 'rule file')?.memories.push({ id, form: 'body' });
    }
  }
  return found.filter(({ memories, present, entities }) => memories.length + present.length > 0 || entities);

  function begin(ms: string | undefined, event = '', came = cameBy(event)): Injection | undefined {
    const at = Number(ms);
    if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return undefined;
    const prompt = /^prompt:([0-9a-f]+)/.exec(event)?.[1] ?? null;
    const injection: Injection = { at, came, memories: [], present: [], entities: false, prompt };
    found.push(injection);
    return injection;
  }
}

function cameBy(event: string): Came {
  if (event.startsWith('start:')) return 'session start';
  if (event.startsWith('path:')) return 'path';
  return event.startsWith('subagent') ? 'subagent' : 'prompt';
}
