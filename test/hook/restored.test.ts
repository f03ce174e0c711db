// After a compaction: of the rules that the host had loaded, those that it has not attached again are sent again.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { restored } from '../../hosts/claude-transcript.ts';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const recorded = (name: string) =>
  fs.readFileSync(path.join(import.meta.dirname, `../fixtures/claude/transcript.compacted-${name}.jsonl`), 'utf8');
const MANUAL = recorded('manual');
const AUTO = recorded('auto');
const rule = (word: string) => `/home/dev/project/.claude/rules/engram/rule-${word}.md`;
/** When the recorded compactions were. */
const AT = { manual: Date.UTC(2026, 10, 30, 12, 23, 14, 745), auto: Date.parse(boundary(AUTO).timestamp) };

function boundary(text: string): { timestamp: string } {
  return JSON.parse(text.split('\n').find((line) => line.includes('"subtype":"compact_boundary"'))!);
}

describe('claude: what stands behind a compaction', () => {
  it('/compact: the five files that the client has restored', () => {
    expect(restored(MANUAL)).toEqual({
      at: AT.manual,
      files: ['walnut', 'copper', 'harbour', 'saffron', 'glacier'].map(rule),
    });
  });

  it('within a turn: what was restored, what was attached since, and what the compaction kept', () => {
    const found = restored(AUTO)!;
    expect(found.at).toBe(AT.auto);
    expect([...found.files].sort()).toEqual(
      // Kept and restored: the client has it twice.
      ['/home/dev/project/src/m0.ts', ...['copper', 'copper', 'lantern', 'walnut'].map(rule)].sort(),
    );
    const unkept = AUTO.replace(/"allUuids":\[[^\]]*\]/, '"allUuids":[]');
    expect(restored(unkept)!.files.filter((file) => file === rule('copper'))).toHaveLength(1);
  });

  it('the last of two compactions', () => {
    expect(restored(AUTO + MANUAL)).toEqual(restored(MANUAL));
  });

  it('nothing but the compaction', () => {
    const bare = MANUAL.split('\n').filter((line) => line.includes('compact_boundary'));
    expect(restored(bare[0]!)).toEqual({ at: AT.manual, files: [] });
  });

  it.each([
    ['an empty text', ''],
    ['a text without one', MANUAL.split('\n').slice(-4).join('\n')],
    ['a text that begins within its record', MANUAL.slice(MANUAL.indexOf('"subtype":"compact_boundary"') - 1)],
    ['a prompt that quotes one', JSON.stringify({ type: 'user', message: { content: MANUAL } })],
    ['a tool result that holds one', JSON.stringify({ type: 'user', toolUseResult: boundary(MANUAL) })],
    ['a subagent’s', JSON.stringify({ ...boundary(MANUAL), isSidechain: true })],
  ])('not in %s', (_, text) => {
    expect(restored(text)).toBeUndefined();
  });

  it('whatever stands around it', () => {
    const noise = [
      '{"type":"attachment","attachment":{"type":"file"',
      '[1,"file"]',
      'null "file"',
      '{"attachment":{"type":"file","filename":7}}',
    ];
    expect(restored(`${MANUAL}${noise.join('\n')}\n${JSON.stringify({ text: MANUAL })}\n`)).toEqual(restored(MANUAL));
  });
});

const WORDS = ['walnut', 'copper', 'lantern', 'harbour', 'meadow', 'saffron', 'violin', 'glacier'];
const BACK = ['rule-copper', 'rule-glacier', 'rule-harbour', 'rule-saffron', 'rule-walnut'];
const LOST = ['rule-lantern', 'rule-meadow', 'rule-violin'];
const ALL = [...BACK, ...LOST].sort();
const ASK = `What is special about ${WORDS.join(', ')}?`;

/** A session in which the client has loaded eight rules. */
function eightLoaded(): Lab & { transcript: string } {
  const lab = newLab();
  WORDS.forEach((word, i) => {
    lab.remember(
      `rule-${word}`,
      `---\nsummary: About ${word}.\napplies_to: ["src/m${i}.ts"]\n---\nThe ${word} module is special.\n`,
    );
  });
  lab.sync();
  lab.now = AT.manual - 60_000;
  for (const word of WORDS) load(lab, `rule-${word}`);
  return Object.assign(lab, { transcript: path.join(lab.base, 'transcript.jsonl') });
}

function load(lab: Lab, id: string): void {
  lab.event('claude', {
    session_id: 's',
    cwd: lab.project,
    hook_event_name: 'InstructionsLoaded',
    load_reason: 'path_glob_match',
    file_path: path.join(lab.project, '.claude/rules/engram', `${id}.md`),
  });
}

/** PreCompact runs a little before the client records the compaction, the session's start while it does. */
function compact(lab: Lab, at = AT.manual): void {
  lab.now = at - 1095;
  lab.compact('s');
  lab.now = at - 900;
  lab.start('s', 'compact');
}

const write = (lab: Lab & { transcript: string }, text: string) =>
  fs.writeFileSync(lab.transcript, text.replaceAll('/home/dev/project', lab.project));
const ask = (lab: Lab & { transcript: string }, more: Record<string, unknown> = {}) => {
  const context = lab.prompt('s', ASK, { transcript_path: lab.transcript, ...more });
  return {
    sent: Object.keys(bodiesIn(context)).sort(),
    loaded: (/already loaded: (.*)/.exec(context)?.[1]?.split(', ') ?? []).sort(),
  };
};
/** The ids of each `f` line. */
const forgotten = (lab: Lab) => {
  const [log] = fs
    .readdirSync(lab.places.sessions)
    .filter((name) => name.endsWith('.log') && !name.endsWith('.sub.log'))
    .map((name) => fs.readFileSync(path.join(lab.places.sessions, name), 'utf8'));
  return [...log!.matchAll(/^f \d+(.*)$/gm)].map(([, keys]) =>
    keys!
      .split(' ')
      .slice(1)
      .map((key) => key.replace(/^b:[0-9a-f]{16}:/, ''))
      .sort(),
  );
};

describe('rules after a compaction', () => {
  it('E-21: those that are gone are sent, those that are there are not, and it is looked up once', () => {
    const lab = eightLoaded();
    write(lab, MANUAL);
    compact(lab);
    expect(ask(lab)).toEqual({ sent: LOST, loaded: BACK });
    expect(forgotten(lab)).toEqual([LOST]);
    fs.rmSync(lab.transcript);
    expect(ask(lab)).toEqual({ sent: [], loaded: ALL });
    expect(forgotten(lab)).toEqual([LOST]);
  });

  it('nothing is gone: that it has been looked up is recorded too', () => {
    const lab = eightLoaded();
    const line = MANUAL.split('\n').find((it) => it.includes('"type":"file"'))!;
    write(lab, `${MANUAL}${LOST.map((id) => line.replaceAll('rule-glacier', id)).join('\n')}\n`);
    compact(lab);
    expect(ask(lab)).toEqual({ sent: [], loaded: ALL });
    expect(forgotten(lab)).toEqual([[]]);
    write(lab, MANUAL);
    expect(ask(lab)).toEqual({ sent: [], loaded: ALL });
    expect(forgotten(lab)).toEqual([[]]);
  });

  it.each([
    ['is not there', (lab: Lab) => fs.rmSync(path.join(lab.base, 'transcript.jsonl'), { force: true })],
    [
      'does not hold it yet',
      (lab: Lab) => fs.writeFileSync(path.join(lab.base, 'transcript.jsonl'), '{"type":"user"}\n'),
    ],
    [
      'holds an earlier one only',
      (lab: Lab) => {
        const earlier = MANUAL.replaceAll('T12:23:14.745Z', 'T12:22:14.745Z');
        fs.writeFileSync(path.join(lab.base, 'transcript.jsonl'), earlier);
      },
    ],
    [
      'has grown too far beyond it',
      (lab: Lab) => {
        const more = `${JSON.stringify({ type: 'user', message: 'x'.repeat(1023) })}\n`.repeat(2048);
        fs.writeFileSync(path.join(lab.base, 'transcript.jsonl'), MANUAL + more);
      },
    ],
  ])('the transcript %s: as before, and the next prompt looks again', (_, spoil) => {
    const lab = eightLoaded();
    compact(lab);
    spoil(lab);
    expect(ask(lab)).toEqual({ sent: [], loaded: ALL });
    expect(forgotten(lab)).toEqual([]);
    write(lab, MANUAL);
    expect(ask(lab)).toEqual({ sent: LOST, loaded: BACK });
    expect(forgotten(lab)).toEqual([LOST]);
  });

  it('a payload that names no transcript: as before', () => {
    const lab = eightLoaded();
    compact(lab);
    expect(ask(lab, { transcript_path: undefined })).toEqual({ sent: [], loaded: ALL });
    expect(ask(lab, { transcript_path: null })).toEqual({ sent: [], loaded: ALL });
    expect(forgotten(lab)).toEqual([]);
  });

  it('a rule that the client loads again is there again', () => {
    const lab = eightLoaded();
    write(lab, MANUAL);
    compact(lab);
    load(lab, 'rule-violin');
    expect(ask(lab)).toEqual({ sent: ['rule-lantern', 'rule-meadow'], loaded: [...BACK, 'rule-violin'].sort() });
    expect(forgotten(lab)).toEqual([['rule-lantern', 'rule-meadow']]);
    load(lab, 'rule-meadow');
    compact(lab, AT.manual + 60_000);
    write(lab, MANUAL.replaceAll('T12:23:14', 'T12:24:14').replaceAll('rule-walnut', 'rule-meadow'));
    // The start brought lantern back, which a prompt had sent. The host had loaded the other two.
    expect(ask(lab)).toEqual({
      sent: ['rule-violin', 'rule-walnut'],
      loaded: ['rule-copper', 'rule-glacier', 'rule-harbour', 'rule-lantern', 'rule-meadow', 'rule-saffron'],
    });
    expect(forgotten(lab)).toEqual([
      ['rule-lantern', 'rule-meadow'],
      ['rule-violin', 'rule-walnut'],
    ]);
  });

  it('without a compaction, or in a conversation begun anew, nobody looks', () => {
    const lab = eightLoaded();
    write(lab, MANUAL);
    expect(ask(lab)).toEqual({ sent: [], loaded: ALL });
    compact(lab);
    lab.start('s', 'clear');
    expect(ask(lab)).toEqual({ sent: ALL, loaded: [] });
    expect(forgotten(lab)).toEqual([]);
  });

  it('a resumed session is looked up too', () => {
    const lab = eightLoaded();
    write(lab, MANUAL);
    compact(lab);
    lab.start('s', 'resume');
    expect(ask(lab)).toEqual({ sent: LOST, loaded: BACK });
  });

  it('a subagent’s record is not judged by its parent’s transcript', () => {
    const lab = eightLoaded();
    write(lab, MANUAL);
    const agent = { agent_id: 'a1' };
    for (const [event, more] of [
      ['InstructionsLoaded', { file_path: path.join(lab.project, '.claude/rules/engram/rule-violin.md') }],
      ['PreCompact', { trigger: 'auto' }],
    ] as const) {
      lab.event('claude', { session_id: 's', cwd: lab.project, hook_event_name: event, ...agent, ...more });
    }
    expect(ask(lab, agent).loaded).toEqual(['rule-violin']);
  });
});
