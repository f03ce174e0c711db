// Times a process from outside: wall clock, CPU time (user + system) and peak memory of that process alone.
//
// Node tells nobody what a child used, so the children are started by a small Python program with posix_spawn and reaped with
// wait4, which gives the kernel's own figures for exactly that child. (bash's `time` has no memory and rounds to milliseconds;
// /proc is gone by the time the child is.) On Linux that program is also a "subreaper": what a child leaves behind detached
// becomes its own child, so a sample ends when the last of it has ended and does not disturb the next. Without Python the wall
// clock alone is measured, by Node, and says so.
import { type ChildProcess, spawn } from 'node:child_process';
import readline from 'node:readline';

export interface Job {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Below 60 KB: it is written into the pipe before the process starts. */
  stdin: string;
}

export interface Sample {
  /** Milliseconds until the process itself has ended. */
  wall: number;
  /** Milliseconds of it in which the process could have run and had no CPU (Linux): how busy the machine was with others. */
  waited?: number;
  /** Milliseconds, user and system; undefined where it cannot be measured. */
  cpu?: number;
  /** Peak resident set, KiB. */
  rss?: number;
  /** Detached processes that it left behind and that have ended since; undefined where they cannot be seen. */
  detached?: number;
  code: number;
  stdout: string;
  stderr: string;
}

export interface Stopwatch {
  /** For the report: how it measures, and what it cannot. */
  method: string;
  time(job: Job): Promise<Sample>;
  close(): void;
}

/** How long to let a detached process finish where it cannot be seen, milliseconds. */
const BLIND_WAIT = 1_000;

export async function openStopwatch(): Promise<Stopwatch> {
  return (await pythonStopwatch()) ?? nodeStopwatch();
}

const PYTHON = `
import ctypes, json, os, sys, time

def subreaper():
    try:
        return ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER
    except Exception:
        return False

def drain(fd):
    parts = []
    while True:
        part = os.read(fd, 1 << 16)
        if not part:
            os.close(fd)
            return b''.join(parts).decode('utf-8', 'replace')
        parts.append(part)

def queued(pid):
    try:
        with open('/proc/%d/schedstat' % pid) as file:
            return int(file.read().split()[1]) / 1e6
    except Exception:
        return None

def orphans():
    ended, deadline = 0, time.monotonic() + 300
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid:
            ended += 1
        else:
            time.sleep(0.002)
    raise SystemExit('a detached process did not end within 300 s')

sees = subreaper()
print(json.dumps({'sees': sees}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    os.chdir(job['cwd'])
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    os.write(in_write, job['stdin'].encode('utf-8'))
    dup = [(os.POSIX_SPAWN_DUP2, fd, to) for to, fd in enumerate((in_read, out_write, err_write))]
    start = time.perf_counter()
    pid = os.posix_spawn(job['argv'][0], job['argv'], job['env'], file_actions=dup)
    for fd in (in_read, in_write, out_write, err_write):
        os.close(fd)
    stdout = drain(out_read)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    wall = time.perf_counter() - start
    waited = queued(pid)
    _, status, usage = os.wait4(pid, 0)
    stderr = drain(err_read)
    scale = 1024 if sys.platform == 'darwin' else 1
    sample = {'wall': wall * 1e3, 'cpu': (usage.ru_utime + usage.ru_stime) * 1e3, 'rss': usage.ru_maxrss / scale,
              'code': os.waitstatus_to_exitcode(status), 'stdout': stdout, 'stderr': stderr}
    if waited is not None:
        sample['waited'] = waited
    if sees:
        sample['detached'] = orphans()
    print(json.dumps(sample), flush=True)
`;

async function pythonStopwatch(): Promise<Stopwatch | undefined> {
  const child = spawn('python3', ['-I', '-S', '-c', PYTHON], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hello = await Promise.race([
    lines.next(),
    new Promise<undefined>((done) => child.once('error', () => done(undefined))),
  ]);
  if (!hello || hello.done) return undefined;
  const { sees } = JSON.parse(hello.value) as { sees: boolean };
  return {
    method: `wait4 through python3${sees ? ', detached processes awaited' : `; detached processes cannot be seen here, ${BLIND_WAIT} ms are waited after each sample`}`,
    async time(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const line = await lines.next();
      if (line.done) throw new Error('the Python that measures has ended');
      if (!sees) await pause(BLIND_WAIT);
      return JSON.parse(line.value) as Sample;
    },
    close: () => child.stdin.end(),
  };
}

function nodeStopwatch(): Stopwatch {
  return {
    method: 'wall clock by Node only: python3 is missing, so CPU time and memory are not measured',
    async time(job) {
      const start = performance.now();
      const { code, stdout, stderr } = await run(job);
      const wall = performance.now() - start;
      await pause(BLIND_WAIT);
      return { wall, code, stdout, stderr };
    },
    close: () => {},
  };
}

/** Runs a job without timing it. Many may run at once. */
export function run(job: Job): Promise<{ code: number; stdout: string; stderr: string }> {
  const child: ChildProcess = spawn(job.argv[0]!, job.argv.slice(1), { cwd: job.cwd, env: job.env });
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (data) => {
    text.stdout += data;
  });
  child.stderr?.setEncoding('utf8').on('data', (data) => {
    text.stderr += data;
  });
  child.stdin?.on('error', () => {}).end(job.stdin);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code: code ?? -1, ...text }));
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
