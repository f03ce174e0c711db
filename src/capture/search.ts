// What captured sessions said, as far as it is still kept: what waits in the spool and in the database, and episodes. Cold.
import fs from 'node:fs';
import { episodes } from '../store/episodes.ts';
import type { Store } from '../store/open.ts';
import { documentTerms } from '../text/terms.ts';
import { type Kept, parseSpool, waiting } from './spool.ts';

/** One text of a session, redacted when it was captured. */
export interface Said {
  /** Milliseconds since 1970. */
  at: number;
  host: string;
  root: string;
  session: string;
  /** `prompt`, `answer`, `tool`, or an episode's kind. */
  what: string;
  text: string;
}

type Whose = Pick<Said, 'at' | 'host' | 'root' | 'session'>;

/** What lies in the spool, not taken in yet. A file that is gone meanwhile counts for nothing. */
export function saidInSpool(spool: string): Said[] {
  return waiting(spool).flatMap((file) => {
    let text: string;
    try {
      text = fs.readFileSync(file, 'utf8');
    } catch {
      return [];
    }
    const { key, lines } = parseSpool(text);
    if (!key) return [];
    const { host, root, session } = key;
    return lines.flatMap((line) => textsOf(line, { at: line.at, host, root, session }));
  });
}

/** What was taken in and waits to be read, and the episodes. @throws an SQLite error */
export function saidInStore(store: Store): Said[] {
  const pieces = store
    .prepare<[], Whose & { body: string }>(
      'SELECT at, host, root, session, body FROM capture_piece JOIN capture_session USING (key) ORDER BY n',
    )
    .all()
    .flatMap(({ body, ...whose }) => textsOf(JSON.parse(body) as Kept, whose));
  const turns = store
    .prepare<[], Whose & { body: string }>(
      'SELECT at, host, root, session, body FROM capture_turn JOIN capture_session USING (key) WHERE body IS NOT NULL',
    )
    .all()
    .flatMap(({ body, ...whose }) => {
      const { prompt, answer, tools = [] } = JSON.parse(body) as Turn;
      return [
        ...(prompt ? [{ ...whose, what: 'prompt', text: prompt }] : []),
        ...tools.map(({ input, output }) => ({ ...whose, what: 'tool', text: `${input}\n${output}` })),
        ...(answer ? [{ ...whose, what: 'answer', text: answer }] : []),
      ];
    });
  const kept = episodes(store).map(({ kind, text, at, host, root, session }) => {
    return { at, host, root, session, what: kind, text };
  });
  return [...pieces, ...turns, ...kept];
}

interface Turn {
  prompt?: string;
  answer?: string;
  tools?: { input: string; output: string }[];
}

function textsOf(kept: Kept, whose: Whose): Said[] {
  switch (kept.is) {
    case 'prompt':
      return [{ ...whose, what: 'prompt', text: kept.text }];
    case 'answer':
      return kept.text ? [{ ...whose, what: 'answer', text: kept.text }] : [];
    case 'tool':
      return [{ ...whose, what: 'tool', text: `${kept.input}\n${kept.output}` }];
    case 'summary':
      return [{ ...whose, what: 'session_summary', text: kept.text }];
    default:
      return [];
  }
}

/** Those that hold all these words, in any of their forms, the newest first; each text of a session once. */
export function searchSaid(all: readonly Said[], words: string): Said[] {
  const wanted = [...new Set(documentTerms(words))];
  if (wanted.length === 0) return [];
  const seen = new Set<string>();
  return [...all]
    .sort((a, b) => b.at - a.at)
    .filter((said) => {
      const key = JSON.stringify([said.host, said.root, said.session, said.what, said.text]);
      if (seen.has(key)) return false;
      seen.add(key);
      const terms = new Set(documentTerms(said.text));
      return wanted.every((term) => terms.has(term));
    });
}
