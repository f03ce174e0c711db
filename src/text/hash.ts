// Small hashes for keys and signatures. Not for secrets: a SHA-256 would cost the hook as much as all else it does.

/** FNV-1a, 32 bit, over the UTF-8 bytes. */
export function fnv1a(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  let h = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193);
  return h >>> 0;
}

/** Eight hex digits of FNV-1a. */
export function signature(text: string): string {
  return fnv1a(text).toString(16).padStart(8, '0');
}

/** Two independent 32-bit lanes over the UTF-16 code units (multiply-xor with a final avalanche, after cyrb53). */
export function lanes(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x9e3779b1);
    b = Math.imul(b ^ c, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a >>> 0, b >>> 0];
}

/** Sixteen hex digits: the key of a file name or of a text's content. */
export function key64(text: string): string {
  const [a, b] = lanes(text);
  return a.toString(16).padStart(8, '0') + b.toString(16).padStart(8, '0');
}
