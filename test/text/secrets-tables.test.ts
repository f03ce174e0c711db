// Secrets in columns: which lines are headings, and how far what they say reaches.
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { redactStream } from '../../src/text/secrets-stream.ts';

const MARK = '[redacted:password]';

/** What comes out of a stream in pieces of 64 Ki. */
function streamed(text: string): { text: string; found: number } {
  const chunks = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, n) =>
    text.slice(n * 65_536, (n + 1) * 65_536),
  );
  const pieces = [...redactStream(chunks)];
  return {
    text: pieces.map((it) => it.text).join(''),
    found: pieces.reduce((sum, it) => sum + it.found.length, 0),
  };
}

describe('P-13: rows below a heading', () => {
  it.each([
    ['a comma within quotes', 'name,password\n"Smith, Bob",hunter22\njim,hunter23\n'],
    ['a doubled quote', 'name,password\n"the ""one"", Bob",hunter22\njim,hunter23\n'],
    ['a quote that is never closed', 'name\tpassword\nbob\t"hunter22\njim\thunter23\n'],
    ['a cell of two lines', 'name,password\n"Smith\nBob",hunter22\njim,hunter23\n'],
    ['a blank line', 'name,password\nbob,hunter22\n\njim,hunter23\n'],
    ['a line that is no row', 'name,password\nbob,hunter22\n# those below are old\njim,hunter23\n'],
    ['a row of any length', `name,password\n${'b'.repeat(1_500)},hunter22\njim,hunter23\n`],
    ['a stroke behind a backslash', '| a | password |\n|---|---|\n| a \\| b | hunter22 |\n| c | hunter23 |\n'],
    [
      'a heading of forty columns',
      `${'c,'.repeat(40)}password\n${'x,'.repeat(40)}hunter22\n${'x,'.repeat(40)}hunter23\n`,
    ],
    ['a byte order mark', '\ufeffname,password\nbob,hunter22\njim,hunter23\n'],
    ['a byte order mark before the name', '\ufeffpassword,name\nhunter22,bob\nhunter23,jim\n'],
    ['Russian', 'имя,пароль\nбоб,hunter22\nджим,hunter23\n'],
    ['Chinese', '用户,密码\n张三,hunter22\n李四,hunter23\n'],
    ['Chinese, of two words', '用户,登录密码\n张三,hunter22\n李四,hunter23\n'],
    ['a sentence above', 'Hi, here they are:\nname,password\nbob,hunter22\njim,hunter23\n'],
  ])('%s', (_, text) => {
    expect(redact(text).text).toBe(text.replaceAll(/hunter2[23]/g, MARK));
  });

  it.each([
    ['tags of an editor', ':password\tmap.txt\t/*:password*\n:token\tb.txt\t/*tok7*\n'],
    ['texts of a program', 'app.title\tTitel\nlogin.password\tPasswort\nlogin.again\tNochmal-2\n'],
    ['a sentence as a cell', 'password,\tsee 4\nx7-y\tab-12\n'],
    ['a row of a log', '1001,login,ok\n1002,reset_password,ok\n1003,verify,ok-2\n'],
    ['a row of a log that stands first', '1002,reset_password,ok\n1003,a_17,ok\n'],
    ['what stands behind a table', 'name,password\n\nNow see\nwhat it\ndoes:\nfoo(a,b2);\n'],
  ])('none: %s', (_, text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });
});

describe('P-13: what is longer than a window of a stream', () => {
  const rows = (make: (n: number) => string, count: number) =>
    Array.from({ length: count }, (_, n) => make(n)).join('');

  it.each([
    ['CSV', 'name,mail,password\n', (n: number) => `user${n},user${n}@example.org,Kater-mikesch-${n}\n`],
    [
      'Markdown',
      '| name | password |\n|:--|--:|\n',
      (n: number) => `| somebody called user${n} | Kater-mikesch-${n} |\n`,
    ],
  ])('a table: %s', (_, heading, row) => {
    const text = heading + rows(row, 30_000);
    expect(text.length).toBeGreaterThan(1_200_000);
    expect(streamed(text)).toEqual({ text: text.replaceAll(/Kater-mikesch-\d+/g, MARK), found: 30_000 });
  });

  it('a table that ends, and lines behind it', () => {
    const end = '\nNothing follows.\n\n\nfoo(a,b,c2);\n';
    const text = `name,mail,password\n${rows((n) => `user${n},user${n}@example.org,Kater-mikesch-${n}\n`, 24_000)}${end.repeat(2_000)}`;
    expect(streamed(text).text).toBe(text.replaceAll(/Kater-mikesch-\d+/g, MARK));
  });

  it('a Kubernetes Secret', () => {
    const value = (n: number) => Buffer.from(`what is kept there, number ${n}`).toString('base64');
    const head = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: many\ndata:\n';
    const tail = 'type: Opaque\n---\nkind: ConfigMap\ndata:\n  greeting: hello-there\n';
    const text = (of: (n: number) => string) => head + rows((n) => `  key${n}: ${of(n)}\n`, 21_000) + tail;
    expect(text(value).length).toBeGreaterThan(1_100_000);
    expect(streamed(text(value))).toEqual({ text: text(() => '[redacted:kubernetes-secret]'), found: 21_000 });
  });

  it.each([
    ['', 'apiVersion: v1\ndata:\n', 'kind: Secret\nmetadata:\n  name: many\n'],
    ['  ', 'apiVersion: v1\nitems:\n- apiVersion: v1\n  data:\n', '  kind: Secret\nkind: List\n'],
  ])('a Kubernetes Secret whose kind stands behind its data, indented by %j', (indent, head, tail) => {
    const value = (n: number) => Buffer.from(`what is kept there, number ${n}`).toString('base64');
    const before = rows((n) => `line ${n} of the log\n`, 30_000);
    const text = (of: (n: number) => string) =>
      `${before}---\n${head}${rows((n) => `${indent}  key${n}: ${of(n)}\n`, 21_000)}${tail}---\n${before}`;
    expect(streamed(text(value))).toEqual({ text: text(() => '[redacted:kubernetes-secret]'), found: 21_000 });
  });

  it('no row of a list of strings is a heading because a window begins with it', () => {
    const text = `app.title\tTitel\n${rows((n) => `login.password${n}\tNochmal-${n}\n`, 60_000)}`;
    expect(text.length).toBeGreaterThan(1_500_000);
    expect(streamed(text).found).toBe(0);
  });
});

describe('P-13: a list of Kubernetes', () => {
  it('masks the entries that are Secrets, whose kind stands behind their data', () => {
    const item = (kind: string, value: string) =>
      `- apiVersion: v1\n  data:\n    greeting: ${value}\n  kind: ${kind}\n`;
    const list = (value: string) =>
      `apiVersion: v1\nitems:\n${item('ConfigMap', 'hello-one')}${item('Secret', value)}${item('ConfigMap', 'hello-two')}kind: List\n`;
    expect(redact(list('aGVsbG8gdGhlcmU=')).text).toBe(list('[redacted:kubernetes-secret]'));
  });
});
