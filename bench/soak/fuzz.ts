// Everything that engram reads, with something wrong in it: it is used or refused, never a crash, never more than a second.
import fs from 'node:fs';
import path from 'node:path';
import '../../src/hook/later-all.ts';
import '../../src/text/stem-all.ts';
import { hosts } from '../../hosts/index.ts';
import { EXIT } from '../../src/commands/context.ts';
import { runCommand } from '../../src/commands/program.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readYaml, setYaml, YamlError } from '../../src/config/yaml.ts';
import { runHook } from '../../src/hook/run.ts';
import { lockFile } from '../../src/index/compile.ts';
import { weightedTerms } from '../../src/index/impact.ts';
import { matches } from '../../src/index/paths.ts';
import { findProject } from '../../src/index/places.ts';
import { decodeMemory, MemoryFileError, parseMemory, writeMemory } from '../../src/memory/file.ts';
import { compileGlobs, rulePaths } from '../../src/memory/globs.ts';
import { nearKeys } from '../../src/memory/near-keys.ts';
import { syncProject } from '../../src/memory/sync.ts';
import { parse, sessionFile } from '../../src/session/log.ts';
import { prune } from '../../src/session/prune.ts';
import { foldSessions, readHistory } from '../../src/store/history.ts';
import { openStore } from '../../src/store/open.ts';
import { measure } from '../../src/text/units.ts';
import { type Ended, openLab, type SoakLab } from './lab.ts';
import { glob, memoryFile, mutatedBytes, mutatedJson, sentence, yaml } from './mutate.ts';
import type { Random } from './random.ts';
import {
  amissIn,
  documentIn,
  environment,
  momentOf,
  payloadOf,
  type Recorded,
  recordings,
  textsIn,
} from './recorded.ts';

export interface FuzzReport {
  seed: number;
  inputs: number;
  /** By kind. */
  kinds: Record<string, number>;
  /** Inputs of `payload` that were given to real processes too. */
  processes: number;
  /** Bodies that were sent with a bit of the index turned in them: hooks trust a file that is whole (docs/RELIABILITY.md). */
  spoilt: number;
  /** CPU milliseconds, and what they are of a plain input of the kind: in this process, and as a process. */
  slowest: { kind: string; cpu: number; ratio: number };
  slowestProcess?: { cpu: number; ratio: number };
  /** KiB that the largest process had, and what it is of a plain one. */
  largest?: { rss: number; ratio: number };
  faults: string[];
}

/** CPU milliseconds that no input may take. */
const MOST_CPU = 1_000;
/** Bytes of memory that a process may take for each byte of its input, beyond twice what a plain one takes. */
const RSS_PER_BYTE = 48;

/** Bytes of a large payload. */
const LARGE = 2 << 20;

/** How many of 100 inputs are of each kind. */
const SHARES = {
  payload: 54,
  memory: 14,
  'front matter': 10,
  globs: 10,
  config: 5,
  index: 3,
  'session log': 3,
  database: 1,
};
type Kind = keyof typeof SHARES;

const MEMORIES = {
  'deploy-window':
    '---\ntype: rule\nimportance: 0.9\ntags: [deploy]\n---\nDeploy the payments service only Monday to Thursday.\n',
  scoped: '---\napplies_to: ["**/*.ts", "!vendor/**"]\n---\nSources have tests, always.\n',
  sicherung: 'Die Datenbanken werden nachts um drei Uhr gesichert.\n',
  beifen: '数据库备份保存三十天。\n',
};
const BODIES = Object.values(MEMORIES).map((text) => text.replace(/^---[\s\S]*?---\n/, '').trim());
const ASK = 'how do I deploy the payments service? see src/a.ts';

/**
 * @param inputs in this process
 * @param every one payload of so many is given to a real process too
 * @param only the kinds of inputs; none: all of them
 */
export async function fuzz(
  inputs: number,
  random: Random,
  every = 500,
  only: readonly string[] = [],
): Promise<FuzzReport> {
  const lab = await openLab(MEMORIES);
  const report: FuzzReport = {
    seed: random.seed,
    inputs: 0,
    kinds: {},
    processes: 0,
    spoilt: 0,
    slowest: { kind: '', cpu: 0, ratio: 0 },
    faults: [],
  };
  const bench = new Bench(lab, random);
  const plain = new Map<Kind, number>();
  try {
    for (const kind of Object.keys(SHARES) as Kind[]) plain.set(kind, await bench.plain(kind));
    const process = await bench.plainProcess();
    const wanted = (Object.keys(SHARES) as Kind[]).filter((kind) => only.length === 0 || only.includes(kind));
    const kinds = wanted.flatMap((kind) => Array<Kind>(SHARES[kind]).fill(kind));
    for (let n = 0; n < inputs; n++) {
      const kind = random.pick(kinds);
      const state = `${kind} ${n}`;
      const { cpu, faults, payload } = await bench.one(kind);
      report.inputs++;
      report.spoilt += bench.spoilt;
      bench.spoilt = 0;
      report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
      report.faults.push(...faults.map((fault) => `${state}: ${fault}`));
      if (cpu > MOST_CPU) report.faults.push(`${state}: ${Math.round(cpu)} ms of CPU`);
      if (cpu > report.slowest.cpu) report.slowest = { kind, cpu, ratio: cpu / plain.get(kind)! };
      // The large ones too: what they cost shows in a process only.
      if (payload && (random.below(every) === 0 || payload.bytes.length > LARGE)) {
        report.processes++;
        const ran = await bench.process(payload);
        report.faults.push(...ran.faults.map((fault) => `${state}, as a process: ${fault}`));
        if (process && ran.cpu !== undefined && ran.rss !== undefined) {
          if (ran.cpu > MOST_CPU) report.faults.push(`${state}, as a process: ${Math.round(ran.cpu)} ms of CPU`);
          const bound = 2 * process.rss + (RSS_PER_BYTE * payload.bytes.length) / 1024;
          if (ran.rss > bound)
            report.faults.push(`${state}, as a process: ${ran.rss} KiB for ${payload.bytes.length} bytes`);
          if (ran.cpu > (report.slowestProcess?.cpu ?? 0))
            report.slowestProcess = { cpu: ran.cpu, ratio: ran.cpu / process.cpu };
          if (ran.rss > (report.largest?.rss ?? 0)) report.largest = { rss: ran.rss, ratio: ran.rss / process.rss };
        }
      }
      if (n % 2_000 === 1_999) bench.tidy();
      if (report.faults.length > 50) break;
    }
  } finally {
    await lab.close();
  }
  return report;
}

/** A payload and the host that it is given to. */
interface Payload {
  recorded: Recorded;
  bytes: Buffer;
}

interface One {
  /** Milliseconds. */
  cpu: number;
  faults: string[];
  payload?: Payload;
}

class Bench {
  private readonly recorded: Recorded[];
  private readonly good: { index: Buffer; db: Buffer };
  private readonly log: string;
  private events = 0;
  spoilt = 0;

  constructor(
    private readonly lab: SoakLab,
    private readonly random: Random,
  ) {
    this.recorded = hosts.flatMap(recordings);
    const keys = 'b:0123456789abcdef:deploy-window k:0123456789abcdef:scoped h:0:start';
    this.log = [
      `@ {"host":"claude","root":"${lab.project}","session":"logged"}`,
      'e p1 1796040000000 start:startup',
      'r 1796040000001 startup',
      `c p1 1796040000002 ${keys}`,
      'u 1796040000003 deploy-window scoped',
      's p1 1796040000004',
      'l 1796040000005 b:0123456789abcdef:scoped',
      'r 1796040000006 compact auto',
      'p 1796040000007 auto',
      'f 1796040000008 b:0123456789abcdef:scoped',
      'i 1796040000009 b:0123456789abcdef:deploy-window',
      '',
    ].join('\n');
    fs.mkdirSync(lab.places.sessions, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(lab.places.sessions, 'logged.log'), this.log);
    const { store } = openStore(lab.places.db);
    foldSessions(store, lab.places.sessions, 'somebody', Date.now());
    store.close();
    this.good = { index: fs.readFileSync(lab.index), db: fs.readFileSync(lab.places.db) };
  }

  /** Milliseconds that an input takes in which nothing is wrong: the median of some. */
  async plain(kind: Kind): Promise<number> {
    const times: number[] = [];
    for (let n = 0; n < 15; n++) times.push((await this.timed(() => this.input(kind, false))).cpu);
    return Math.max(0.01, times.sort((a, b) => a - b)[7]!);
  }

  one(kind: Kind): Promise<One> {
    return this.timed(() => this.input(kind, true));
  }

  private async timed(work: () => Promise<Omit<One, 'cpu'>>): Promise<One> {
    const before = process.cpuUsage();
    const done = await work();
    const { user, system } = process.cpuUsage(before);
    return { ...done, cpu: (user + system) / 1000 };
  }

  /** @param odd something is wrong with it */
  private async input(kind: Kind, odd: boolean): Promise<Omit<One, 'cpu'>> {
    const { random } = this;
    try {
      switch (kind) {
        case 'payload':
          return this.payload(odd);
        case 'memory':
          return { faults: memory(odd ? memoryFile(random) : Buffer.from(MEMORIES.scoped)) };
        case 'front matter':
          return { faults: memory(Buffer.from(`---\n${odd ? yaml(random) : 'type: rule\n'}---\nA body.\n`)) };
        case 'globs':
          return {
            faults: globs(
              odd ? Array.from({ length: 1 + random.below(4) }, () => glob(random)) : ['src/**/*.ts'],
              this.lab.project,
            ),
          };
        case 'config':
          return { faults: this.config(odd ? this.configText() : 'read: auto\nload:\n  limit: 4\n') };
        case 'index':
          return this.index(odd ? mutatedBytes(this.good.index, random) : this.good.index);
        case 'session log':
          return this.sessionLog(odd ? mutatedBytes(Buffer.from(this.log), random) : Buffer.from(this.log));
        case 'database':
          return { faults: await this.database(odd ? mutatedBytes(this.good.db, random) : this.good.db) };
      }
    } catch (error) {
      return { faults: [`thrown: ${(error as Error).stack ?? error}`] };
    }
  }

  private payload(odd: boolean): Omit<One, 'cpu'> {
    const { random, lab } = this;
    const recorded = odd ? random.pick(this.recorded) : this.ask();
    const session = `fuzz-${random.below(300)}`;
    const prompt = odd && random.chance(0.5) ? sentence(random) : ASK;
    const json = payloadOf(recorded, { session, root: lab.project, prompt, turn: `t${this.events}` });
    const bytes = odd ? mutatedJson(json, random) : Buffer.from(JSON.stringify(json));
    return { faults: this.hook(recorded, bytes), payload: { recorded, bytes } };
  }

  private ask(): Recorded {
    return this.recorded.find(({ host, moment }) => host === hosts[0] && moment.kind === 'prompt')!;
  }

  /** A hook in this process. What it wrote must be right for what the payload is, and what it logged no fault of ours. */
  private hook({ host, moment }: Recorded, bytes: Buffer, damaged = false): string[] {
    const { lab, events } = this;
    this.events++;
    fs.rmSync(lab.places.log, { force: true });
    let out = '';
    const now = Date.now();
    const opened = descriptors();
    runHook({
      args: host.settings.namesEvent ? [host.name, moment.event] : [host.name],
      env: { ...lab.env, ...environment(host, lab.project) },
      self: { name: `f${events}`, started: now, now: () => now },
      read: () => bytes,
      write: (text) => {
        out += text;
      },
      // Nothing to wait for: nothing has changed.
      startSync: () => undefined,
      prune,
      clock: () => performance.now(),
    });
    opened.close();
    const faults = rightAnswer(out, { host, moment }, bytes, lab.project);
    if (damaged && faults.length === 0) this.spoilt += spoiltBodies(out);
    const said = lab.log();
    // An error with a code of the system is the path's fault; one of the language is ours.
    faults.push(
      ...said
        .filter((line) => /\b(?:Type|Range|Reference|Syntax|URI)?Error(?! E(?!MFILE))/.test(line))
        .map((line) => `in the log: ${line}`),
    );
    return faults;
  }

  private configText(): string {
    const { random } = this;
    const own = [
      'read: auto',
      'read: of',
      'proof: [',
      'proof: compact',
      'load:\n  limit: 9',
      'load: 7',
      'load.limit: 3',
      'hooks:\n  path_rules: hook',
      'start: {recency_bias: .inf}',
      'rehydrate: &a {enabled: *a}',
    ];
    const text = yaml(random, own);
    return random.chance(0.1) ? mutatedBytes(Buffer.from(text), random).toString('latin1') : text;
  }

  private config(text: string): string[] {
    const file = path.join(this.lab.base, 'config.yaml');
    fs.writeFileSync(file, text);
    const { config } = loadConfig([file, file]);
    const faults =
      config['load.limit'] >= 1 && config['load.limit'] <= 50 ? [] : [`load.limit is ${config['load.limit']}`];
    try {
      readYaml(text);
      readYaml(setYaml(text, ['load', 'limit'], 5));
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
    }
    return faults;
  }

  private index(bytes: Buffer): Omit<One, 'cpu'> {
    const { lab, random } = this;
    fs.writeFileSync(lab.index, bytes);
    const ask = random.chance(0.5) ? this.ask() : random.pick(this.recorded);
    const session = `index-${this.events}`;
    const json = payloadOf(ask, { session, root: lab.project, prompt: ASK, turn: session });
    try {
      return { faults: this.hook(ask, Buffer.from(JSON.stringify(json)), true) };
    } finally {
      fs.writeFileSync(lab.index, this.good.index);
      fs.rmSync(lockFile(lab.index), { force: true });
    }
  }

  private sessionLog(bytes: Buffer): Omit<One, 'cpu'> {
    const { lab } = this;
    const ask = this.ask();
    const text = bytes.toString('utf8');
    parse(text, Date.now());
    readHistory(text);
    const session = `logged-${this.events}`;
    const root = findProject(lab.project, lab.places, lab.env).root;
    fs.mkdirSync(lab.places.sessions, { recursive: true, mode: 0o700 });
    fs.writeFileSync(sessionFile(lab.places.sessions, { host: ask.host.name, root, session }), bytes);
    const json = payloadOf(ask, { session, root: lab.project, prompt: ASK, turn: session });
    return { faults: this.hook(ask, Buffer.from(JSON.stringify(json))) };
  }

  /** What is compiled over it is what the files say, and what it counted is told or refused. */
  private async database(bytes: Buffer): Promise<string[]> {
    const { lab } = this;
    const { db } = lab.places;
    const put = () => {
      for (const part of ['-wal', '-shm']) fs.rmSync(db + part, { force: true });
      fs.writeFileSync(db, bytes);
    };
    put();
    const now = new Date();
    // Else the stamps are renewed alone.
    fs.rmSync(lab.index, { force: true });
    const project = findProject(lab.project, lab.places, lab.env);
    const report = syncProject({ project, places: lab.places, env: lab.env, now });
    if (report.movedAside) fs.rmSync(report.movedAside, { force: true });
    const faults: string[] = [];
    if (!fs.readFileSync(lab.index).equals(this.good.index)) faults.push('another index than the files say');
    put();
    for (const args of [['usage'], ['usage', '--compactions'], ['usage', '--json']]) {
      const { code, err } = await this.command(args);
      if (code !== 0 && code !== EXIT.unavailable) faults.push(`engram ${args.join(' ')}: exit ${code}: ${err}`);
    }
    return faults;
  }

  private async command(args: readonly string[]): Promise<{ code: number; err: string }> {
    const { lab } = this;
    let err = '';
    const code = await runCommand(args, {
      env: lab.env,
      cwd: lab.project,
      now: new Date(),
      out: () => {},
      err: (text) => {
        err += text;
      },
      stdin: () => '',
      color: false,
      tty: false,
      interactive: false,
    });
    return { code, err };
  }

  /** Session logs of many thousand inputs. */
  tidy(): void {
    fs.rmSync(this.lab.places.sessions, { recursive: true, force: true });
    fs.mkdirSync(this.lab.places.sessions, { mode: 0o700 });
  }

  async plainProcess(): Promise<{ cpu: number; rss: number } | undefined> {
    const recorded = this.ask();
    const json = payloadOf(recorded, { session: 'plain', root: this.lab.project, prompt: ASK, turn: 'plain' });
    const all = [];
    for (let n = 0; n < 3; n++) all.push(await this.process({ recorded, bytes: Buffer.from(JSON.stringify(json)) }));
    const { cpu, rss } = all.sort((a, b) => (a.cpu ?? 0) - (b.cpu ?? 0))[1]!;
    return cpu === undefined || rss === undefined ? undefined : { cpu, rss };
  }

  /** The installed hook, with what the kernel says it used; without Python that is not known. */
  async process({
    recorded: { host, moment },
    bytes,
  }: Payload): Promise<{ cpu?: number; rss?: number; faults: string[] }> {
    const { lab } = this;
    const file = path.join(lab.base, 'usage');
    fs.rmSync(file, { force: true });
    const job = lab.hook(host, moment.event, bytes);
    const ended = await lab.run({ ...job, argv: ['python3', '-I', '-S', '-c', WAIT4, file, ...job.argv] });
    const [cpu, rss] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ').map(Number) : [];
    const faults = [...ending(ended), ...rightAnswer(ended.stdout, { host, moment }, bytes, lab.project)];
    return { ...(cpu === undefined || rss === undefined ? {} : { cpu: cpu * 1000, rss }), faults };
  }
}

const WAIT4 = `
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(pid, 0)
with open(sys.argv[1], 'w') as file:
    file.write(f'{used.ru_utime + used.ru_stime} {used.ru_maxrss}')
sys.exit(os.waitstatus_to_exitcode(status))
`;

/** What is opened from now on and not closed: a hook leaves that to the end of its process, which does not come here. */
function descriptors(): { close(): void } {
  const { openSync, closeSync } = fs;
  const open = new Set<number>();
  fs.openSync = (...args) => {
    const fd = openSync(...args);
    open.add(fd);
    return fd;
  };
  fs.closeSync = (fd) => {
    open.delete(fd);
    closeSync(fd);
  };
  return {
    close() {
      Object.assign(fs, { openSync, closeSync });
      for (const fd of open) closeSync(fd);
    },
  };
}

function ending({ code, signal, stderr }: Ended): string[] {
  const faults = code === 0 ? [] : [`exit ${code ?? signal}`];
  return stderr === '' ? faults : [...faults, `stderr: ${stderr.slice(0, 200)}`];
}

/** One document of the host's shape for this payload, within its limit; or nothing. */
function rightAnswer(
  out: string,
  { host, moment: { event } }: Pick<Recorded, 'host' | 'moment'>,
  bytes: Buffer,
  root: string,
): string[] {
  let json: unknown;
  try {
    const text = bytes.toString('utf8');
    json = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    // Then nothing may be said.
    return out === '' ? [] : [`an answer to what is no JSON: ${out.slice(0, 120)}`];
  }
  const moment = momentOf(host, json, event, environment(host, root));
  const faults = amissIn(out, host, moment);
  if (faults.length > 0 || out === '') return faults;
  const longest = Math.max(0, ...textsIn(documentIn(out)).map((text) => measure(text, host.cap.unit)));
  return longest > host.cap.limit ? [`${longest} ${host.cap.unit}, ${host.cap.limit} are allowed`] : [];
}

/** How many texts below a memory's line are no memory's. */
function spoiltBodies(out: string): number {
  if (out === '') return 0;
  const text = textsIn(documentIn(out)).join('\n');
  const found = [...text.matchAll(/^\[memory \S+ \|[^\n]*\]\n([^\n]*)/gm)].map((match) => match[1]!);
  return found.filter((body) => !BODIES.includes(body)).length;
}

/** A memory, or the fault that it has; one that is a memory is written again as it stands. */
function memory(bytes: Buffer): string[] {
  try {
    const text = decodeMemory(bytes);
    const parsed = parseMemory(text, 'name');
    nearKeys(text);
    const { terms, length } = weightedTerms(parsed);
    if (!Number.isFinite(length) || terms.some(([, weight]) => !(weight > 0))) return ['a weight is no number'];
    if (!(parsed.importance >= 0 && parsed.importance <= 1)) return [`importance ${parsed.importance}`];
    if (!/^[a-z0-9][a-z0-9._-]{0,79}$/.test(parsed.id)) return [`id ${JSON.stringify(parsed.id)}`];
    return writeMemory(parsed, { text, name: 'name' }) === text
      ? []
      : [`is written as another text: ${JSON.stringify(text.slice(0, 300))}`];
  } catch (error) {
    if (error instanceof MemoryFileError) return [];
    throw error;
  }
}

const PATHS = ['src/a.ts', 'a', 'é/b c.ts', `${'a/'.repeat(1_500)}a`, 'a'.repeat(4_000), `${'ab'.repeat(1_000)}.ts`];

function globs(patterns: readonly string[], root: string): string[] {
  const { compiled } = compileGlobs(patterns, { root });
  rulePaths(patterns, { root });
  for (const file of PATHS) matches(compiled, file);
  return [];
}
