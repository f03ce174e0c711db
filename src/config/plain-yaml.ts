// The YAML that nearly every front matter is: keys at the left margin, plain or simply quoted values, lists of them. Read
// without a parser, several times as fast: a hook waits 300 ms for a sync that may have a thousand files to read.

const KEY = /^([A-Za-z_][\w-]*):(?: +(.*))?$/;
/** Words that YAML takes for something else than a text. */
const WORDS = /^(?:true|false|null|y|n|yes|no|on|off)$/i;
/** Control characters, line breaks of other worlds, a byte order mark inside. */
const STRANGE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The mapping that `readYaml` would give for this text; undefined for whatever is not plain, which says nothing about its worth. */
export function readPlainYaml(text: string): Record<string, unknown> | undefined {
  const unix = text.includes('\r') ? text.replace(/\r\n/g, '\n') : text;
  if (STRANGE.test(unix)) return undefined;
  const lines = unix.split('\n');
  const value: Record<string, unknown> = {};
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line === '' || line.startsWith('#')) continue;
    const [, key, rest = ''] = KEY.exec(line) ?? [];
    if (key === undefined || WORDS.test(key) || key === '__proto__' || Object.hasOwn(value, key)) return undefined;
    const given = withoutComment(rest);
    if (given !== '') {
      const read = given.startsWith('[') ? list(given) : scalar(given);
      if (read === undefined) return undefined;
      value[key] = read;
      continue;
    }
    const items: unknown[] = [];
    for (
      let item = /^( *)- +(.*)$/.exec(lines[i + 1] ?? ''), indent = item?.[1];
      item;
      item = /^( *)- +(.*)$/.exec(lines[i + 1] ?? '')
    ) {
      const read = scalar(withoutComment(item[2]!));
      if (read === undefined || item[1] !== indent) return undefined;
      items.push(read);
      i++;
    }
    value[key] = items.length > 0 ? items : null;
  }
  return value;
}

/** Cut before ` #`; a quoted `#` makes the value odd, and what is odd is left to the parser. */
function withoutComment(text: string): string {
  const at = text.startsWith('#') ? 0 : text.indexOf(' #');
  return (at < 0 ? text : text.slice(0, at)).trimEnd();
}

function scalar(text: string): string | number | undefined {
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text);
  if (quoted) return quoted[1] ?? quoted[2]!;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  if (/^(?:0|[1-9]\d{0,9})(?:\.\d{1,9})?$/.test(text)) return Number(text);
  if (!/^\p{L}/u.test(text) || /:(?: |$)/.test(text) || WORDS.test(text)) return undefined;
  return text;
}

/** A list on one line, of values that hold none of the signs of one. */
function list(text: string): (string | number)[] | undefined {
  if (!text.endsWith(']')) return undefined;
  const inner = text.slice(1, -1).trim();
  if (inner === '') return [];
  const items: (string | number)[] = [];
  for (const part of inner.split(',')) {
    const item = part.trim();
    // Brackets and colons are harmless inside quotes, as in globs.
    const read = /^["']/.test(item) || !/[[\]{}:?"']/.test(item) ? scalar(item) : undefined;
    if (read === undefined) return undefined;
    items.push(read);
  }
  return items;
}
