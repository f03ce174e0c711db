// What Codex's rollout tells. Facts: docs/hosts.md.
import { asPayload, text } from './payload.ts';

// The first line, `session_meta`, names the thread near its beginning, where one was copied. Within strings quotes are escaped.
export function historyOf(head: string): string | undefined {
  const line = head.slice(0, `${head}\n`.indexOf('\n'));
  if (!line.includes('"type":"session_meta"')) return undefined;
  return /"forked_from_id":"([^"\\]+)"/.exec(line)?.[1];
}

// A line of the kind `compacted` holds what the conversation goes on from. Read in the client's source.
export function summaryIn(tail: string): string | undefined {
  const line = tail.split('\n').findLast((one) => one.includes('"type":"compacted"'));
  try {
    return line === undefined ? undefined : text(asPayload(asPayload(JSON.parse(line))?.payload) ?? {}, 'message');
  } catch {
    return undefined;
  }
}
