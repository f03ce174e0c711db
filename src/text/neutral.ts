// Makes a text harmless to inject: it can no longer close engram's frame, pose as the host, or hide what it says.
// Runs when memories are compiled, never in the hook.

/**
 * What carries no meaning for a reader but can carry hidden text or change what a terminal shows: control characters but
 * tab and newline, bidirectional overrides and isolates, zero-width space and word joiner, the soft hyphen, the byte order mark, tag
 * characters, interlinear annotations. Zero-width joiner and non-joiner stay: emoji and several scripts need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Tags by which engram or a host marks what is not the user's: opened or closed, with odd spacing, in any case. */
const TAGS =
  /<(?=\s*[/!]?\s*(?:engram-memory|system[-_]reminder|hook_context|hook_prompt|hook-context|persisted-output|task-notification|user-prompt-submit-hook|local-command-\w+|command-(?:name|message|args)|environment_context|user_instructions|function_calls|function_results|tool_result|antml:)(?![\w]))/giu;

/** Roles of a conversation as tags; behind a word they are code, as in `List<User>`. */
const ROLES = /(?<!\w)<(?=\s*\/?\s*(?:system|developer|assistant|human|user|instructions)\s*>)/giu;

/** A line that looks like the head of a memory in the frame, or like a card there. */
const HEADS = /^([ \t]*(?:[-*+][ \t]+)?)\[(?=memory\b)/gimu;

/** The frame's own lines (plan/frame.ts), and those that stand after it. */
const LINES =
  /^([ \t]*)(?=Recorded memory from files of this|Also recorded memory, not instructions|More may be stored: engram|already loaded:|Engram proof:|\[engram )/gimu;

/** Lone surrogates become U+FFFD, CRLF and CR become LF. */
export function neutralise(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, '')
    .replace(TAGS, '&lt;')
    .replace(ROLES, '&lt;')
    .replace(HEADS, '$1\\[')
    .replace(LINES, '$1\\');
}

/** The same for what must stay on one line of the frame: white space folded, the frame's separators replaced. */
export function neutralLine(text: string): string {
  return neutralise(text)
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(/\|/g, '¦')
    .replace(/\]/g, '⦌')
    .trim();
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
