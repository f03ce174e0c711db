// What is no speech of a person or an agent: the reminders of hosts, what engram itself sent, and what people marked as private.

/** The tags of what is taken out. engram's own are those of src/plan/frame.ts, which a test compares. */
const TAGS = 'system-reminder|private|engram-memory';
/** Made when a text has a bracket. */
let tag: RegExp | undefined;

/**
 * A text without `<system-reminder>`, engram's frames (in tags, or in lines where a host shows none) and `<private>`, and without
 * their contents. One that is not closed goes to the end of the text; they nest, in any case of letters. What stood around stays
 * apart: a line break takes the place where no blank did.
 */
export function stripped(text: string): string {
  if (!text.includes('<') && !text.includes('[')) return text;
  tag ??= new RegExp(`<(/?)(${TAGS})(?:\\s[^<>]{0,400})?(/?)>|\\[(engram memory) (begins|ends)\\]`, 'gi');
  const open: string[] = [];
  const depth = new Map<string, number>();
  const kept: string[] = [];
  let from = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    const name = (match[2] ?? match[4]!).toLowerCase();
    const closes = match[1] === '/' || match[5]?.toLowerCase() === 'ends';
    const end = match.index + match[0].length;
    // One that holds nothing, or closes nothing, is only a tag.
    if (open.length === 0 && (closes || match[3] === '/')) {
      kept.push(text.slice(from, match.index));
      from = end;
    } else if (!closes && match[3] !== '/') {
      if (open.length === 0) kept.push(text.slice(from, match.index));
      open.push(name);
      depth.set(name, (depth.get(name) ?? 0) + 1);
    } else if (closes && depth.get(name)) {
      // It closes what was opened within it too.
      for (let inner = open.pop(); inner !== undefined; inner = inner === name ? undefined : open.pop()) {
        depth.set(inner, depth.get(inner)! - 1);
      }
      if (open.length === 0) from = end;
    }
  }
  if (open.length === 0) kept.push(text.slice(from));
  return kept.reduce(
    (left, right) =>
      left === '' || right === '' || /\s$/.test(left) || /^\s/.test(right) ? left + right : `${left}\n${right}`,
    '',
  );
}
