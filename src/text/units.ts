// How hosts count what they are given.

/** `utf16`: UTF-16 code units (Claude Code). `bytes`: UTF-8 bytes (Codex: 4 bytes are a token). */
export type Unit = 'utf16' | 'bytes';

/** UTF-8 bytes of a text; a lone surrogate counts three, as the replacement character it is written as. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

export function measure(text: string, unit: Unit): number {
  return unit === 'utf16' ? text.length : utf8Length(text);
}

/** Tokens as DECISIONS counts them: UTF-8 bytes / 4, rounded up. */
export function tokens(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
}
