import { afterEach, describe, expect, it } from 'vitest';
import { isReply, RARE, usageOf } from '../../src/text/common.ts';
import { isOtherFunctionWord } from '../../src/text/languages.ts';
import { setWideLoader } from '../../src/text/wide.ts';
import { wideWords } from '../../src/text/wide-words.ts';

afterEach(() => setWideLoader(() => wideWords));

describe('words of scripts other than Latin', () => {
  it('are loaded once, with the first word in one of these scripts', () => {
    let loads = 0;
    setWideLoader(() => {
      loads++;
      return wideWords;
    });
    expect([isReply('ok'), usageOf('blue').share, usageOf('404').everyday]).toEqual([true, RARE, false]);
    expect(loads).toBe(0);
    expect([isReply('спасиб'), isOtherFunctionWord('что'), usageOf('修改').everyday]).toEqual([true, true, true]);
    expect(loads).toBe(1);
  });

  it.each([
    ['no loader', undefined],
    ['a loader that finds nothing', () => undefined as never],
    [
      'a loader that throws',
      () => {
        throw new Error('Cannot find module ./wide-words.cjs');
      },
    ],
  ] as [string, Parameters<typeof setWideLoader>[0]][])('count as rare with %s', (_, loader) => {
    setWideLoader(loader);
    expect([isReply('спасиб'), isOtherFunctionWord('什么'), isReply('好')]).toEqual([false, false, false]);
    expect([usageOf('код'), usageOf('测试')]).toEqual([
      { share: RARE, everyday: false },
      { share: RARE, everyday: false },
    ]);
    expect(isReply('ok')).toBe(true);
  });

  it('are the same in the file that the hook loads', () => {
    const { wideWords: built } = require('../../dist/wide-words.cjs') as { wideWords: typeof wideWords };
    expect(JSON.stringify(built)).toBe(JSON.stringify(wideWords));
    expect(Object.keys(built)).toEqual(Object.keys(wideWords));
    for (let c = 0x300; c < 0x10000; c += 7) expect([c, built.scriptOf(c)]).toEqual([c, wideWords.scriptOf(c)]);
  });
});
