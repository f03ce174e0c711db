import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/commands/context.ts';
import { progressBar } from '../../src/commands/progress.ts';

function world(more: Partial<Context> = {}) {
  const written: string[] = [];
  const context = { tty: true, color: true, columns: 80, err: (text: string) => written.push(text), ...more };
  return { context: context as unknown as Context, written };
}

describe('a bar', () => {
  it('shows how much is read, then how much of the index is made, and leaves nothing', () => {
    const { context, written } = world();
    const bar = progressBar(context, false)!;
    bar.report('files', 2500, 10_000);
    bar.report('index', 7500, 10_000);
    bar.end();
    expect(written).toEqual([
      '\r\u001b[Kreading files     [######------------------] 25 %',
      '\r\u001b[Kwriting the index [##################------] 75 %',
      '\r\u001b[K',
    ]);
  });

  it('is written anew only where it changes', () => {
    const { context, written } = world();
    const bar = progressBar(context, false)!;
    for (let done = 1; done <= 10_000; done++) bar.report('files', done, 10_000);
    // 0 to 100 per cent and 24 signs, four of which come with a whole per cent.
    expect(written).toHaveLength(101 + 24 - 4);
  });

  it('is cut at the width of a narrow terminal', () => {
    const { context, written } = world({ columns: 20 });
    progressBar(context, false)!.report('index', 1, 2);
    expect(written).toEqual(['\r\u001b[Kwriting the index [']);
  });

  it('is none beside JSON, in a pipe or without colours (NO_COLOR)', () => {
    expect(progressBar(world().context, true)).toBeUndefined();
    expect(progressBar(world({ tty: false }).context, false)).toBeUndefined();
    expect(progressBar(world({ color: false }).context, false)).toBeUndefined();
  });
});
