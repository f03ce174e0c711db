import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { spelledLike, synonymList, synonymsIn } from '../../src/route/alike.ts';
import { explained } from '../../src/route/explain.ts';
import { rank } from '../../src/route/rank.ts';
import { filler } from './filler.ts';

const lexiconOf = (...bodies: string[]) => memoryLexicon(bodies.map((body) => memoryOf({ body })));

describe('words that are spelt nearly alike', () => {
  const lexicon = lexiconOf('Kubernetes rollouts.', 'Kubectl is enough.', 'The internet.');

  it.each([
    ['a letter left out', 'kubernt'],
    ['a letter put in', 'kubbernet'],
    ['another letter', 'kubornet'],
    ['two changed round', 'kubenret'],
    ['one at its beginning', 'kuvernet'],
    ['one at its end', 'kuberneg'],
  ])('%s', (_, word) => {
    expect(spelledLike(lexicon, word)).toEqual(['=kubernet']);
  });

  it.each(['kubernet', 'kubert', 'kubrenot', 'kube', '', 'zzzzzz'])('not %j', (word) => {
    expect(spelledLike(lexicon, word)).toEqual([]);
  });

  it('are found for every single slip behind the third letter', () => {
    const word = 'kubernet';
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 7 }), letter, fc.integer({ min: 0, max: 2 }), (at, other, kind) => {
        const slip = word.slice(0, at) + (kind === 0 ? '' : other) + word.slice(kind === 2 ? at : at + 1);
        fc.pre(slip !== word);
        expect(spelledLike(lexicon, slip)).toEqual(['=kubernet']);
      }),
    );
  });
});

describe('synonyms', () => {
  it('are those that the vault has', () => {
    const list = synonymList(lexiconOf('The repo is large.', 'Print it.'));
    expect(synonymsIn(list, 'repositori')).toEqual(['=repo']);
    expect(synonymsIn(list, 'display')).toEqual(['print']);
    expect(synonymsIn(list, 'repo')).toEqual([]);
    expect(synonymsIn(list, 'positori')).toEqual([]);
    expect(synonymsIn(synonymList(lexiconOf('')), 'repo')).toEqual([]);
  });
});

describe('rank', () => {
  const others = filler(60);
  const ask = (body: string, prompt: string, gated = true) => {
    const ranking = rank(memoryLexicon([...others, memoryOf({ body })]), prompt, {
      limit: 3,
      explain: explained,
      gated,
    });
    return ranking.hits.find(({ doc }) => doc === others.length)?.matched?.map(({ term }) => term);
  };

  it.each([
    ['Kubernetes upgrades wait for the autumn.', 'when are k8s upgrades?', ['kubernet', 'upgrad']],
    ['Renovate opens its PRs for each dep on Sunday.', 'renovate dependency', ['renov', 'dep']],
    ['Kubernetes upgrades wait for the autumn.', 'when are kuberntes upgrades?', ['upgrad', 'kubernet']],
    ['Релизы выкатываем только по вторникам.', 'реллизы по вторникам', ['вторник', 'релиз']],
  ])('finds %j by %j', (body, prompt, terms) => {
    expect(ask(body, prompt)?.sort()).toEqual(expect.arrayContaining(terms.sort()));
  });

  it('routes nothing for a synonym alone', () => {
    const body = 'Erase the ledger.';
    expect(ask(body, 'purge', false)).toEqual(['eras']);
    expect(ask(body, 'purge')).toBeUndefined();
  });

  it('counts the best of a word and its synonyms, not their sum', () => {
    const lexicon = lexiconOf('erase', 'erase drop discard', 'unrelated', 'quite another');
    const { hits } = rank(lexicon, 'purge', { limit: 4, gated: false });
    expect(hits.map(({ doc }) => doc)).toEqual([0, 1]);
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
  });

  it('prefers what holds more of the prompt', () => {
    const lexicon = lexiconOf('ledger ledger ledger', 'ledger tenant', ...Array.from({ length: 20 }, () => 'filler'));
    const { hits } = rank(lexicon, 'ledger tenant', { limit: 4, gated: false });
    expect(hits.map(({ doc }) => doc)).toEqual([1, 0]);
  });
});
