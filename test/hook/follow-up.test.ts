// Prompts that go on with what was talked of before, by dialogues (test/fixtures/followups.jsonl) in vaults of twelve languages among other
// memories.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../src/index/read.ts';
import { followUp } from '../../src/route/follow-up.ts';
import { rank } from '../../src/route/rank.ts';
import { filler } from '../route/filler.ts';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const fixture = (name: string) => fs.readFileSync(path.join(import.meta.dirname, '../fixtures', name), 'utf8');
const VAULTS = JSON.parse(fixture('followups-vaults.json')) as Record<string, Record<string, string>>;

interface Dialogue {
  lang: string;
  /** The last is looked at. */
  turns: string[];
  /** What it goes on to; null where it changes the topic or says nothing. */
  expect: string | null;
  /** Written after the thresholds were set. */
  held?: true;
}
const DIALOGUES = fixture('followups.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Dialogue);

let made: Lab | undefined;

/** All vaults in one, among others: the words of a follow-up alone bring what is not meant. */
function vault(): Lab {
  if (made) return made;
  made = newLab();
  for (const memories of Object.values(VAULTS))
    for (const [id, text] of Object.entries(memories)) made.remember(id, text);
  for (const { id, summary, body } of filler(600)) made.remember(id, `${summary}\n\n${body}`);
  made.sync();
  return made;
}

let sessions = 0;

/** The ids that the last of these prompts routed. */
function routed(lab: Lab, turns: readonly string[]): string[] {
  const session = `dialogue${++sessions}`;
  const context = turns.map((turn) => lab.prompt(session, turn)).at(-1)!;
  const loaded = /^already loaded: (.+)$/m.exec(context)?.[1]?.split(', ') ?? [];
  return [...Object.keys(bodiesIn(context)), ...loaded].sort();
}

const measured = DIALOGUES.map((dialogue) => {
  const lab = vault();
  const alone = routed(lab, dialogue.turns.slice(-1));
  const after = routed(lab, dialogue.turns);
  return { ...dialogue, alone, after, added: after.filter((id) => !alone.includes(id)) };
});

const said = ({ turns }: { turns: string[] }) => turns.join(' / ');

describe('follow-ups', () => {
  it('are tried in twelve languages, half of them as changes of topic', () => {
    expect(DIALOGUES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(DIALOGUES.map(({ lang }) => lang)).size).toBe(12);
    expect(DIALOGUES.filter((it) => it.expect === null).length).toBeGreaterThanOrEqual(DIALOGUES.length / 2);
  });

  it('O-23: find what they go on to, where their own words often do not', () => {
    const wanted = measured.filter((it) => it.expect !== null);
    expect(wanted.filter((it) => !it.after.includes(it.expect!)).map(said)).toEqual([]);
    expect([wanted.length, wanted.filter((it) => it.alone.includes(it.expect!)).length]).toEqual([57, 50]);
  });

  it('O-22: a change of topic brings what it would bring at the start of a session', () => {
    expect(measured.filter((it) => it.expect === null && it.added.length > 0).map(said)).toEqual([]);
  });

  it('bring few others', () => {
    const others = measured.flatMap(({ expect: wanted, added }) =>
      added.filter((id) => wanted !== null && id !== wanted),
    );
    expect([...new Set(others)]).toEqual(['deploiement-recette']);
  });
});

describe('a follow-up', () => {
  const memories = {
    'tuition-undergraduates': 'Tuition for undergraduates is 900 euros a term.',
    'tuition-postgraduates': 'Tuition for postgraduates is 1,200 euros a term.',
    'postgraduates-housing': 'Postgraduates get housing in the north wing.',
    'parking-grants': 'Parking near the north wing needs a permit; grants do not pay for it.',
  };
  function lab(): Lab {
    const small = newLab();
    for (const [id, text] of Object.entries(memories)) small.remember(id, text);
    for (const { id, summary, body } of filler(300)) small.remember(id, `${summary}\n\n${body}`);
    small.sync();
    return small;
  }
  const FIRST = 'how much is tuition for undergraduates?';

  it('O-22: what about postgraduates? goes on; a full question and three new words do not', () => {
    const school = lab();
    const index = openIndex(school.indexFile())!;
    const query = (prompt: string) => {
      const { asked, hits } = rank(index, prompt, { limit: 8 });
      return followUp(index, prompt, asked, hits, () => [['tuition-undergraduates']])?.query;
    };
    expect(query('what about postgraduates?')).toBe('postgradu tuition euro term');
    expect(query('Which wing of the campus do postgraduates get their housing in?')).toBeUndefined();
    expect(query('grants parking housing')).toBeUndefined();
    index.close();
    for (const alone of [
      'Which wing of the campus do postgraduates get their housing in?',
      'grants parking housing',
      'ok',
      'continue',
      'thanks',
      'yes do it',
      'qqqq zzzz',
      'and now?',
      'why?',
    ])
      expect([alone, routed(school, [FIRST, alone])]).toEqual([alone, routed(school, [alone])]);
  });

  it('O-23: a word that no memory knows is asked of the same', () => {
    expect(routed(lab(), [FIRST, 'and for visitors?'])).toEqual(['tuition-undergraduates']);
    expect(routed(lab(), [FIRST, 'and how is the weather over there?'])).toEqual([]);
  });

  it('O-23: goes on from the last four turns, over acknowledgements and a compaction, but not into another conversation', () => {
    const school = lab();
    const FOLLOW = 'and for visitors?';
    expect(routed(school, [FIRST, 'ok', 'thanks', 'go on', FOLLOW])).toEqual(['tuition-undergraduates']);
    const continued = (between: (session: string) => void) => {
      const session = `kept${++sessions}`;
      school.prompt(session, FIRST);
      between(session);
      return school.prompt(session, FOLLOW);
    };
    expect(continued((session) => school.compact(session))).toContain('[memory tuition-undergraduates |');
    expect(continued((session) => school.start(session, 'clear'))).toBe('');
    expect(continued(() => {})).toBe('already loaded: tuition-undergraduates');
  });

  it('keeps nothing of the prompts on disk', () => {
    const school = lab();
    school.prompt('canary', 'how much is tuition for undergraduates, says zebra7741?');
    school.prompt('canary', 'and for postgraduates of quagga9921?');
    const files = fs
      .readdirSync(school.places.home, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(school.places.home, name))
      .filter((file) => fs.statSync(file).isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const file of files)
      expect([file, /zebra7741|quagga9921/.test(fs.readFileSync(file, 'latin1'))]).toEqual([file, false]);
  });
});
