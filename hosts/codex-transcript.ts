// What Codex's rollout tells. Facts: docs/hosts.md.

// The first line, `session_meta`, names the thread near its beginning, where one was copied. Within strings quotes are escaped.
export function historyOf(head: string): string | undefined {
  const line = head.slice(0, `${head}\n`.indexOf('\n'));
  if (!line.includes('"type":"session_meta"')) return undefined;
  return /"forked_from_id":"([^"\\]+)"/.exec(line)?.[1];
}
