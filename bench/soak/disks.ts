// Disks that are full, read-only or broken, and files that may not grow, for each program that writes: it says so in a sentence,
// what was there is still there, and once there is room it works.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { hosts } from '../../hosts/index.ts';
import { shellQuote } from '../../src/commands/launcher.ts';
import { readMemory } from '../../src/memory/vault.ts';
import { MIGRATIONS } from '../../src/store/schema.ts';
import { received } from './hook-kills.ts';
import { type Ended, type Job, leftovers, mount, openLab, type SoakLab, scratch, snapshot } from './lab.ts';
import { amissIn, everyMoment, payloadOf, type Recorded } from './recorded.ts';

export interface DiskReport {
  /** Programs that were run on a broken disk. */
  writes: number;
  /** Commands of them that said so, by way. */
  refused: Record<string, number>;
  /** How the disks were broken. */
  ways: string[];
  /** Ways that this machine does not allow, with the reason. */
  skipped: string[];
  faults: string[];
}

const BODY = 'Deploy the payments service by rule 0: mind the window and tell the team in channel 0.';
const MEMORIES = {
  'deploy-window': `---\ntype: rule\nimportance: 0.9\n---\n${BODY}\n`,
  other: 'The crane lifts five tons.\n',
};
const ASK = 'how do I deploy the payments service by the rule?';

/** Free bytes on the full disk: none, and as much as cuts a write in the middle. */
const FREE = [12_288, 0, 4_096, 40_960];
/** Blocks of 512 bytes that a file may hold (`ulimit -f`). */
const FILE_LIMITS = [8, 0, 1, 40];

/** A thing that a person or a host does, and whether it was done. */
interface Writer {
  name: string;
  job(lab: SoakLab, n: number): Job;
  /** What must hold once exit 0 was given. */
  done?(lab: SoakLab, n: number): boolean;
}

const WRITERS: readonly Writer[] = [
  {
    name: 'remember',
    job: (lab, n) => lab.engram('remember', `The harbour number ${n} is dredged in May.`, '--id', `harbour-${n}`),
    done: (lab, n) => readMemory(path.join(lab.vault, `harbour-${n}.md`)).body.includes(`number ${n} `),
  },
  { name: 'remember --global', job: (lab, n) => lab.engram('remember', `The quay ${n} is long.`, '--global') },
  { name: 'edit of the config', job: (lab, n) => lab.engram('config', 'set', 'load.limit', String(1 + (n % 40))) },
  { name: 'link', job: (lab) => lab.engram('link', 'all') },
  { name: 'unlink', job: (lab) => lab.engram('unlink', 'all') },
  { name: 'forget', job: (lab) => lab.engram('forget', 'other') },
  { name: 'sync', job: (lab) => lab.engram('sync') },
  { name: 'usage', job: (lab) => lab.engram('usage') },
];

/**
 * @param ways names of the ways to break a disk; all unless said
 * @param degrees how many of each way's degrees
 * @param moments the hooks that are run on each
 */
export async function disks(
  ways?: readonly string[],
  degrees = Number.POSITIVE_INFINITY,
  moments = everyMoment(),
): Promise<DiskReport> {
  const report: DiskReport = { writes: 0, refused: {}, ways: [], skipped: [], faults: [] };
  for (const way of WAYS.filter(({ name }) => ways?.includes(name) ?? true)) {
    const base = scratch();
    const broken = way.open(base);
    if (typeof broken === 'string') {
      report.skipped.push(`${way.name}: ${broken}`);
      fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      continue;
    }
    try {
      await onDisk(
        way.name,
        { ...broken, degrees: broken.degrees.slice(0, degrees) },
        await openLab(MEMORIES, broken.base),
        moments,
        report,
      );
      report.ways.push(way.name);
    } finally {
      broken.close();
      fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  }
  return report;
}

interface Broken {
  /** Where the lab is. */
  base: string;
  /** The degrees to which it can be broken. */
  degrees: readonly number[];
  /** Breaks it; what a job has to be run as. */
  break(degree: number): (job: Job) => Job;
  mend(): void;
  close(): void;
}

interface Way {
  name: string;
  /** A reason where it cannot be had here. */
  open(base: string): Broken | string;
}

const asIs = (job: Job) => job;

const full: Way = {
  name: 'full disk',
  open(base) {
    if (!mount('-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', base)) return 'no tmpfs can be mounted';
    const filler = path.join(base, 'filler');
    return {
      base,
      degrees: FREE,
      break(free) {
        const fd = fs.openSync(filler, 'w');
        try {
          for (;;) fs.writeSync(fd, Buffer.alloc(4_096));
        } catch {
          // Full.
        }
        fs.ftruncateSync(fd, Math.max(0, fs.fstatSync(fd).size - free));
        fs.closeSync(fd);
        return asIs;
      },
      mend: () => fs.rmSync(filler, { force: true }),
      close: () => spawnSync('umount', ['-l', base]),
    };
  },
};

const readOnly: Way = {
  name: 'read-only disk',
  open(base) {
    if (!mount('-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', base)) return 'no tmpfs can be mounted';
    return {
      base,
      degrees: [0],
      break() {
        mount('-o', 'remount,ro', base);
        return asIs;
      },
      mend: () => mount('-o', 'remount,rw', base),
      close: () => spawnSync('umount', ['-l', base]),
    };
  },
};

const limited: Way = {
  name: 'files that may not grow (ulimit -f)',
  open: (base) => ({
    base,
    degrees: FILE_LIMITS,
    break: (blocks) => (job) => ({
      ...job,
      argv: ['/bin/sh', '-c', `ulimit -f ${blocks}; exec ${job.argv.map(shellQuote).join(' ')}`],
    }),
    mend: () => {},
    close: () => {},
  }),
};

/** An ext4 whose image lies, with holes, on a disk that is full: what has no block of its own yet cannot be written or synced. */
const failing: Way = {
  name: 'failing disk (EIO)',
  open(base) {
    const [under, upper] = [path.join(base, 'under'), path.join(base, 'upper')];
    for (const folder of [under, upper]) fs.mkdirSync(folder);
    if (!mount('-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', under)) return 'no tmpfs can be mounted';
    const image = path.join(under, 'image');
    fs.writeFileSync(image, '');
    fs.truncateSync(image, 64 << 20);
    const made = spawnSync('mkfs.ext4', ['-q', '-F', '-O', '^has_journal', image]);
    const close = () => {
      spawnSync('umount', ['-l', upper]);
      spawnSync('umount', ['-l', under]);
    };
    if (made.status !== 0 || !mount('-o', 'loop,errors=continue', image, upper)) {
      close();
      return 'no loop device can be mounted';
    }
    const filler = path.join(under, 'filler');
    return {
      base: upper,
      degrees: [1, 2, 3],
      break() {
        spawnSync('sync');
        const fd = fs.openSync(filler, 'w');
        try {
          for (;;) fs.writeSync(fd, Buffer.alloc(4_096));
        } catch {
          // Full.
        }
        fs.closeSync(fd);
        return asIs;
      },
      mend: () => fs.rmSync(filler, { force: true }),
      close,
    };
  },
};

const WAYS: readonly Way[] = [full, readOnly, limited, failing];

async function onDisk(
  way: string,
  broken: Broken,
  lab: SoakLab,
  moments: readonly Recorded[],
  report: DiskReport,
): Promise<void> {
  let n = 0;
  for (const degree of broken.degrees) {
    const say = (what: string) => report.faults.push(`${way}, ${degree}: ${what}`);
    for (const writer of [...WRITERS, MIGRATION]) {
      if (writer === MIGRATION) oldDatabase(lab);
      const before = snapshot(lab.vault, path.join(lab.home, '.engram', 'memories'));
      const as = broken.break(degree);
      const ended = await lab.run(as(writer.job(lab, ++n)));
      broken.mend();
      report.writes++;
      if (ended.code !== 0) report.refused[way] = (report.refused[way] ?? 0) + 1;
      for (const fault of refusal(ended)) say(`${writer.name}: ${fault}`);
      if (ended.code === 0 && writer.done && !writer.done(lab, n)) say(`${writer.name}: exit 0 and not done`);
      for (const fault of harmed(lab, before)) say(`${writer.name}: ${fault}`);
      const again = await lab.run(writer.job(lab, ++n));
      // Forgotten already, or not: both are said.
      if (again.code !== 0 && writer.name !== 'forget')
        say(`${writer.name}, with room: exit ${again.code}: ${again.stderr}`);
    }
    await lab.quiet();
    for (const recorded of moments) {
      const { host, moment } = recorded;
      const session = `disk-${degree}-${host.name}-${moment.kind}`;
      const job = () =>
        lab.hook(host, moment.event, payloadOf(recorded, { session, root: lab.project, prompt: ASK, turn: `t${++n}` }));
      const as = broken.break(degree);
      const first = await lab.run(as(job()));
      broken.mend();
      report.writes++;
      for (const ended of [first, await lab.run(job())]) {
        if (ended.code !== 0 || ended.stderr !== '')
          say(`${session}: exit ${ended.code ?? ended.signal} ${ended.stderr}`);
        for (const fault of amissIn(ended.stdout, host, moment)) say(`${session}: ${fault}`);
        if (ended === first) await lab.quiet();
      }
    }
    // A session that could not be recorded is sent everything as soon as it can be.
    const ask = everyMoment().find(({ moment }) => moment.kind === 'prompt')!;
    const last = await lab.run(
      lab.hook(
        ask.host,
        ask.moment.event,
        payloadOf(ask, { session: `then-${degree}`, root: lab.project, prompt: ASK, turn: 't' }),
      ),
    );
    if (!received(last)?.includes('deploy-window'))
      say(`with room a prompt is not answered: ${last.stdout.slice(0, 200)}`);
    for (const file of leftovers(lab.home, lab.project)) say(`left: ${path.relative(lab.base, file)}`);
  }
}

/** A database of the first version is migrated by whoever opens it first. */
const MIGRATION: Writer = { name: 'migration', job: (lab) => lab.engram('usage') };

function oldDatabase(lab: SoakLab): void {
  for (const part of ['', '-wal', '-shm']) fs.rmSync(lab.places.db + part, { force: true });
  const db = new Database(lab.places.db);
  db.exec(MIGRATIONS[0]!);
  db.pragma('user_version = 1');
  db.close();
}

/** A command ends well, or by a sentence and a code of sysexits. */
function refusal({ code, signal, stderr }: Ended): string[] {
  const found: string[] = [];
  if (signal || code === null || (code !== 0 && (code < 64 || code > 78))) found.push(`exit ${code ?? signal}`);
  if (/^\s+at /m.test(stderr)) found.push(`a stack: ${stderr.slice(0, 300)}`);
  else if (code !== 0 && stderr.trim() === '') found.push(`exit ${code} without a word`);
  return found;
}

/** What is lost or no longer whole of what a person wrote. */
function harmed(lab: SoakLab, before: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [file, bytes] of before) {
    if (bytes === '/' || file.endsWith('.tmp')) continue;
    const archived = file.replace(`${path.sep}memories${path.sep}`, `${path.sep}archive${path.sep}`);
    const now = [file, archived].find((it) => fs.existsSync(it));
    if (!now) found.push(`${path.relative(lab.base, file)} is lost`);
    else if (fs.readFileSync(now, 'latin1') !== bytes) found.push(`${path.relative(lab.base, now)} is another`);
  }
  for (const { settings } of hosts) {
    const file = settings.path.project?.(lab.project, lab.env);
    if (!file || settings.format.kind !== 'entries' || !fs.existsSync(file)) continue;
    try {
      JSON.parse(fs.readFileSync(file, 'utf8'));
    } catch {
      found.push(`${path.relative(lab.base, file)} does not parse`);
    }
  }
  for (const name of fs.readdirSync(lab.vault).filter((it) => !it.startsWith('.'))) {
    try {
      readMemory(path.join(lab.vault, name));
    } catch (error) {
      found.push(`${name}: ${(error as Error).message}`);
    }
  }
  return found;
}
