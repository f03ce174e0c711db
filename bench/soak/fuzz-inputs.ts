// Inputs with something wrong in them, one for each kind of thing that engram reads, and what must hold of each.
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
import { findProject } from '../../src/index/places.ts';
import { syncProject } from '../../src/memory/sync.ts';
import { parse, sessionFile } from '../../src/session/log.ts';
import { prune } from '../../src/session/prune.ts';
import { foldSessions, readHistory } from '../../src/store/history.ts';
import { openStore } from '../../src/store/open.ts';
import { descriptors, ending, globs, MEMORIES, memory, rightAnswer, spoiltBodies } from './fuzz-checks.ts';
import type { SoakLab } from './lab.ts';
import { glob, memoryFile, mutatedBytes, mutatedJson, sentence, yaml } from './mutate.ts';
import type { Random } from './random.ts';
import { environment, payloadOf, type Recorded, recordings } from './recorded.ts';

/** How many of 100 inputs are of each kind. */
export const SHARES = {
  payload: 54,
  memory: 14,
  'front matter': 10,
  globs: 10,
  config: 5,
  index: 3,
  'session log': 3,
  database: 1,
};
export type Kind = keyof typeof SHARES;

const ASK = 'how do I deploy the payments service? see src/a.ts';

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

/** A lab and what it is given. */
export class Bench {
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
