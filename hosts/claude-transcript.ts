// What Claude Code's transcript tells: JSON, a record a line. Facts: docs/hosts.md.
import { asPayload, type Payload, text } from './payload.ts';
import type { Restored } from './transcripts.ts';

/** Attachments in a transcript that hold a file, and what names it. */
const ATTACHED: Readonly<Record<string, string>> = { file: 'filename', nested_memory: 'path' };

/** A line of a transcript; empty where it is cut. */
function recordOf(line: string): Payload {
  try {
    return asPayload(JSON.parse(line)) ?? {};
  } catch {
    return {};
  }
}

// From the last line up. A record of the conversation's last messages, which the compaction kept, stands above its boundary.
export function restored(tail: string): Restored | undefined {
  let found: Restored | undefined;
  let kept = '';
  const files: string[] = [];
  for (const line of tail.split('\n').reverse()) {
    if (!/"(?:compact_boundary|file|nested_memory)"/.test(line)) continue;
    const record = recordOf(line);
    if (record.isSidechain) continue;
    const attachment = asPayload(record.attachment) ?? {};
    const file = text(attachment, ATTACHED[text(attachment, 'type') ?? ''] ?? '');
    if (file && (!found || kept.includes(`"${record.uuid}"`))) files.push(file);
    if (found || record.subtype !== 'compact_boundary') continue;
    kept = /"allUuids":\[[^\]]*/.exec(line)?.[0] ?? '';
    found = { at: Date.parse(String(record.timestamp)), files };
  }
  return found;
}

/** What the client says behind a summary. */
const BEHIND =
  /\n+(?:If you need specific details from before (?:the )?compaction|(?:Please )?continue the conversation from where)[\s\S]*$/i;

// The message that goes on from a compaction says so of itself. Its text begins and ends with words of the client's.
export function summaryIn(tail: string): string | undefined {
  const line = tail.split('\n').findLast((one) => one.includes('"isCompactSummary":true'));
  const content = line === undefined ? undefined : asPayload(recordOf(line).message)?.content;
  const parts = Array.isArray(content) ? content.map((part) => text(asPayload(part) ?? {}, 'text') ?? '') : [content];
  const told = parts.join('\n');
  return (/(?:^|\n)Summary:\n(.+)/s.exec(told)?.[1] ?? told).replace(BEHIND, '') || undefined;
}

/** An answer that came to its end; one that was broken off has none of these. */
const ENDED: readonly unknown[] = ['end_turn', 'stop_sequence', 'max_tokens'];

// From the last line up: the last message, whose parts are a record each, and the prompt above it. A prompt or a result without an
// answer below it means that the turn has not ended.
export function answerIn(tail: string, turn: string): string | undefined {
  let id: unknown;
  const parts: string[] = [];
  for (const line of tail.split('\n').reverse()) {
    if (!/"type":"(?:assistant|user)"/.test(line)) continue;
    const record = recordOf(line);
    if (record.isSidechain || record.isMeta) continue;
    const message = asPayload(record.message) ?? {};
    if (record.type === 'assistant') {
      // The client's own words where the model could not be reached.
      if (record.isApiErrorMessage || message.model === '<synthetic>') return undefined;
      if (id === undefined && !ENDED.includes(message.stop_reason)) return undefined;
      id ??= message.id;
      if (message.id !== id) continue;
      const content = Array.isArray(message.content) ? message.content : [];
      parts.unshift(...content.map((part) => text(asPayload(part) ?? {}, 'text') ?? '').filter((part) => part !== ''));
    } else if (record.type === 'user') {
      if (id === undefined) return undefined;
      if (record.promptId !== undefined) return record.promptId === turn ? parts.join('\n\n') || undefined : undefined;
    }
  }
  return undefined;
}
