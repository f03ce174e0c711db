// Clocks that jump by a day, and by a minute, between the events of a session: nothing is lost, nothing is sent twice, nothing waits.
import fs from 'node:fs';
import path from 'node:path';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { lockFile } from '../../src/index/compile.ts';
import { received } from './hook-kills.ts';
import { type Ended, openLab, type SoakLab } from './lab.ts';
import { amissIn, oneOfEach, payloadOf } from './recorded.ts';

export interface ClockReport {
  events: number;
  method: string;
  faults: string[];
}

const LIBRARY = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => fs.existsSync(file));

const DAY = 86_400;
/** The clock's distance from the true one at each step of a session, seconds. */
export const JUMPS: readonly (readonly number[])[] = [
  [0, -DAY, 0],
  [0, DAY, 0],
  [0, DAY, -DAY],
  [0, -5, 5],
  [0, -60, 60],
  [DAY, 0, -DAY],
];
const BODY = 'Deploy the payments service by rule 0: mind the window and tell the team in channel 0.';
const ASK = 'how do I deploy the payments service by the rule?';

/** Real processes under libfaketime; nothing where it is not installed. */
export async function clock(chosen: readonly Host[] = hosts): Promise<ClockReport> {
  const report: ClockReport = {
    events: 0,
    method: LIBRARY ? 'libfaketime' : 'nothing: libfaketime is missing',
    faults: [],
  };
  if (!LIBRARY) return report;
  const lab = await openLab({ 'deploy-window': `---\ntype: rule\nimportance: 0.9\n---\n${BODY}\n` });
  try {
    for (const host of chosen) {
      for (const jumps of JUMPS) {
        await promptsOver(lab, host, jumps, report);
        await editOver(lab, host, jumps, report);
      }
    }
    report.faults.push(...lab.log().map((line) => `in the log: ${line}`));
  } finally {
    await lab.close();
  }
  return report;
}

function at(lab: SoakLab, host: Host, seconds: number, session: string, prompt: string, turn: string) {
  const ask = oneOfEach(host).find(({ moment }) => moment.kind === 'prompt');
  if (!ask || !host.injects.includes('prompt')) return undefined;
  const job = lab.hook(host, ask.moment.event, payloadOf(ask, { session, root: lab.project, prompt, turn }));
  const env = {
    LD_PRELOAD: LIBRARY!,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  return { ask, ended: lab.run({ ...job, env: { ...job.env, ...env } }) };
}

function check(report: ClockReport, what: string, ask: ReturnType<typeof oneOfEach>[number], ended: Ended): string[] {
  report.events++;
  const say = (fault: string) => report.faults.push(`${what}: ${fault}`);
  if (ended.code !== 0 || ended.stderr !== '') say(`exit ${ended.code ?? ended.signal} ${ended.stderr}`);
  for (const fault of amissIn(ended.stdout, ask.host, ask.moment)) say(fault);
  return received(ended) ?? [];
}

/** Three prompts of one session, at the steps of the clock: the body comes with the first, and a subject of its own each time. */
async function promptsOver(lab: SoakLab, host: Host, jumps: readonly number[], report: ClockReport): Promise<void> {
  const session = `clock-${jumps.join('_')}`;
  const what = `${host.name}, clock ${jumps.join(', ')}`;
  let n = 0;
  for (const seconds of jumps) {
    const run = at(lab, host, seconds, session, `${ASK} Question ${n}.`, `turn-${n}`);
    if (!run) return;
    const got = check(report, what, run.ask, await run.ended);
    const wanted = n === 0 || host.slot ? ['deploy-window'] : [];
    if (got.join() !== wanted.join()) report.faults.push(`${what}: prompt ${n} is sent ${got.join() || 'nothing'}`);
    n++;
  }
}

/** The same prompt word for word (of a host that stamps its events, not the same event), after the memory was edited and the clock had jumped: the new text must come. */
async function editOver(lab: SoakLab, host: Host, jumps: readonly number[], report: ClockReport): Promise<void> {
  const session = `edit-${jumps.join('_')}`;
  const what = `${host.name}, clock ${jumps.join(', ')}, memory edited in between`;
  const file = path.join(lab.vault, 'deploy-window.md');
  const text = fs.readFileSync(file, 'utf8');
  const stamped = oneOfEach(host).some(({ moment }) => moment.kind === 'prompt' && moment.stamp !== undefined);
  const turn = (n: number) => (stamped ? `turn-${n}` : 'turn');
  const first = at(lab, host, jumps[0]!, session, ASK, turn(0));
  if (!first) return;
  if (check(report, what, first.ask, await first.ended).length === 0)
    report.faults.push(`${what}: the first prompt is sent nothing`);
  fs.writeFileSync(file, `${text.trimEnd()} Edited.\n`);
  const [second, third] = [1, 2].map((n) => () => at(lab, host, jumps[n]!, session, ASK, turn(n))!.ended);
  // Within the time that a prompt waits for a changed index, or with the prompt behind it.
  const texts = [await second!()];
  await lab.quiet();
  texts.push(await third!());
  if (!texts.some(({ stdout }) => stdout.includes('Edited.'))) report.faults.push(`${what}: the new text is not sent`);
  report.events += 2;
  fs.writeFileSync(file, text);
  await lab.run(lab.engram('sync'));
  if (fs.existsSync(lockFile(lab.index))) report.faults.push(`${what}: a lock is left`);
}
