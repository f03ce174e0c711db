// Commands and syncs that are killed: every file is the old one or the new one, and the same command ends well afterwards.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { hosts } from '../../hosts/index.ts';
import { lockFile } from '../../src/index/compile.ts';
import { openIndex } from '../../src/index/read.ts';
import { readMemory } from '../../src/memory/vault.ts';
import { MIGRATIONS } from '../../src/store/schema.ts';
import { openCache } from './cache-kills.ts';
import type { Opener, Scenario, Trial } from './kills.ts';
import { age, type Ended, type Job, leftovers, openLab, type SoakLab, snapshot } from './lab.ts';
import { openApprove } from './proposal-kills.ts';
import { oneOfEach, payloadOf, textsIn } from './recorded.ts';
import { openUninstall } from './uninstall-kills.ts';

const HOUR = 3_600_000;

export function commandScenarios(): Opener[] {
  return [
    { name: 'remember', open: openRemember },
    { name: 'forget', open: openForget },
    { name: 'import', open: openImport },
    { name: 'approve', open: openApprove },
    { name: 'config set', open: openConfig },
    { name: 'link', open: () => openLink('link') },
    { name: 'unlink', open: () => openLink('unlink') },
    { name: 'sync', open: openSync },
    { name: 'migration', open: openMigration },
    { name: 'cache', open: openCache },
    { name: 'uninstall', open: openUninstall },
  ];
}

export const FIRST = {
  'deploy-window': 'Deploy the payments service only Monday to Thursday.\n',
  scoped: '---\napplies_to: ["src/**"]\n---\nSources have tests.\n',
};

/** What all scenarios end with: after an hour and one more of each command nothing is left that only a process at work needs. */
export function scenario(
  name: string,
  lab: SoakLab,
  trial: (n: number) => Trial,
  run: Scenario['run'] = (job, killAfter) => lab.run(job, killAfter),
): Scenario {
  return {
    name,
    settle: 0,
    trial,
    run,
    async aftermath() {
      await lab.quiet();
      age(leftovers(lab.home, lab.project), 2 * HOUR);
      const wrong: string[] = [];
      for (const args of [
        ['remember', 'The last word of all.'],
        ['config', 'set', 'load.limit', '7'],
        ['link', 'all'],
        ['sync'],
        ['unlink', 'all'],
        ['doctor'],
      ]) {
        const ended = await lab.run(lab.engram(...args));
        if (ended.code !== 0 && args[0] !== 'doctor') wrong.push(`then engram ${args.join(' ')}: ${said(ended)}`);
      }
      wrong.push(...leftovers(lab.home, lab.project).map((file) => `left for good: ${path.relative(lab.base, file)}`));
      wrong.push(...lab.log().map((line) => `in the log: ${line}`));
      return wrong;
    },
    close: () => lab.close(),
  };
}

export function said({ code, signal, stdout, stderr }: Ended): string {
  return `exit ${code ?? signal}: ${(stderr || stdout).slice(0, 300)}`;
}

/** A prompt about these words must bring this text, at once or, where the index has to be compiled first, with the next one. */
export async function bringing(lab: SoakLab, words: string, text: string, session: string): Promise<string[]> {
  const host = hosts[0]!;
  const ask = oneOfEach(host).find(({ moment }) => moment.kind === 'prompt')!;
  let last: Ended | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    const turn = `${session}-${attempt}`;
    const payload = payloadOf(ask, { session: turn, root: lab.project, prompt: words, turn });
    last = await lab.run(lab.hook(host, ask.moment.event, payload));
    if (last.code !== 0 || last.stderr !== '') return [`the next hook: ${said(last)}`];
    if (last.stdout !== '' && textsIn(JSON.parse(last.stdout)).some((it) => it.includes(text))) return [];
    await lab.quiet();
  }
  return [`three hooks later "${text}" is not sent: ${last!.stdout.slice(0, 200)}`];
}

async function openRemember(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const known = snapshot(lab.vault);
  return scenario('remember', lab, (n) => {
    const id = `soak-${n}`;
    const text = `Word${'abcdefghij'[n % 10]}${n}q tells how the harbour number ${n} is dredged.`;
    const file = path.join(lab.vault, `${id}.md`);
    const job = lab.engram('remember', text, '--id', id, '--type', 'rule');
    return {
      job,
      async check(ended) {
        const wrong: string[] = [];
        for (const [at, bytes] of known) {
          if (!fs.existsSync(at)) wrong.push(`${at} is lost`);
          else if (bytes !== '/' && fs.readFileSync(at, 'latin1') !== bytes) wrong.push(`${at} is another`);
        }
        if (!fs.existsSync(file)) {
          if (ended.code === 0) wrong.push(`exit 0 and no ${id}`);
          const again = await lab.run(job);
          if (again.code !== 0) wrong.push(`again: ${said(again)}`);
        }
        if (readMemory(file).body.trim() !== text) wrong.push(`${id} is not whole`);
        known.set(file, fs.readFileSync(file, 'latin1'));
        wrong.push(...(await bringing(lab, text.split(' ')[0]!, text, id)));
        return wrong;
      },
    };
  });
}

async function openForget(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const archive = path.join(lab.project, '.engram', 'archive');
  return scenario('forget', lab, (n) => {
    const id = `soak-${n}`;
    const text = `The harbour number ${n} is closed.\n`;
    const file = lab.write(id, text);
    const job = lab.engram('forget', id);
    const archived = path.join(archive, `${id}.md`);
    return {
      job,
      async check(ended) {
        const wrong: string[] = [];
        const there = [file, archived].filter((it) => fs.existsSync(it));
        if (there.length === 0) wrong.push(`${id} is lost`);
        for (const it of there) if (fs.readFileSync(it, 'utf8') !== text) wrong.push(`${it} is not whole`);
        if (fs.existsSync(file)) {
          if (ended.code === 0) wrong.push(`exit 0 and ${id} is still there`);
          const again = await lab.run(job);
          if (again.code !== 0) wrong.push(`again: ${said(again)}`);
        }
        if (fs.existsSync(file) || !fs.existsSync(archived)) wrong.push(`${id} is not in the archive`);
        return wrong;
      },
    };
  });
}

async function openImport(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const COUNT = 20;
  return scenario('import', lab, (n) => {
    const folder = path.join(lab.base, `notes-${n}`);
    fs.mkdirSync(folder);
    const text = (it: number) => `Note ${it} of folder ${n}: the crane lifts ${it} tons.`;
    for (let it = 0; it < COUNT; it++) fs.writeFileSync(path.join(folder, `note-${n}-${it}.md`), `${text(it)}\n`);
    const job = lab.engram('import', folder);
    return {
      job,
      async check() {
        const again = await lab.run(job);
        const wrong = again.code === 0 ? [] : [`again: ${said(again)}`];
        const bodies = fs
          .readdirSync(lab.vault)
          .filter((name) => !name.startsWith('.'))
          .map((name) => readMemory(path.join(lab.vault, name)).body.trim());
        for (let it = 0; it < COUNT; it++) {
          const times = bodies.filter((body) => body === text(it)).length;
          if (times !== 1) wrong.push(`note ${it} of ${n} is there ${times} times`);
        }
        return wrong;
      },
    };
  });
}

async function openConfig(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const text = (limit: number) => `# mine\nload:\n  limit: ${limit} # few\nproof: off\n`;
  fs.writeFileSync(lab.places.config, text(3));
  return scenario('config set', lab, (n) => {
    const before = fs.readFileSync(lab.places.config, 'utf8');
    const after = text(4 + (n % 2));
    const job = lab.engram('config', 'set', 'load.limit', String(4 + (n % 2)));
    return {
      job,
      async check(ended) {
        const now = fs.readFileSync(lab.places.config, 'utf8');
        const wrong = now === before || now === after ? [] : [`neither old nor new: ${JSON.stringify(now)}`];
        if (ended.code === 0 && now !== after) wrong.push('exit 0 and not set');
        const again = await lab.run(job);
        if (again.code !== 0 || fs.readFileSync(lab.places.config, 'utf8') !== after)
          wrong.push(`again: ${said(again)}`);
        return wrong;
      },
    };
  });
}

/** All hosts at once, so that kills also fall between two of them. */
async function openLink(verb: 'link' | 'unlink'): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const theirs = '{\n\t// theirs\n\t"hooks": {}\n}\n';
  for (const { settings } of hosts) {
    const file = settings.path.project?.(lab.project, lab.env);
    // Every other host has a file already.
    if (!file || settings.format.kind !== 'entries' || settings.intolerant.includes('comment')) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, theirs);
  }
  const all = (which: 'link' | 'unlink') => lab.engram(which, 'all');
  const state = () => snapshot(lab.project);
  const unlinked = state();
  await lab.run(all('link'));
  const linked = state();
  const wrong: string[] = [];
  if (linked.size <= unlinked.size) wrong.push('left alone link writes nothing');
  return scenario(verb, lab, () => ({
    job: all(verb),
    async check(ended) {
      const found = wrong.splice(0);
      for (const [file, bytes] of state()) {
        if (/\.tmp$/.test(file) || bytes === '/') continue;
        if (bytes !== unlinked.get(file) && bytes !== linked.get(file))
          found.push(
            `${path.relative(lab.base, file)} is neither as before nor as linked: ${JSON.stringify(bytes.slice(0, 200))}`,
          );
      }
      for (const file of unlinked.keys()) if (!fs.existsSync(file)) found.push(`${file} is lost`);
      const target = verb === 'link' ? linked : unlinked;
      if (ended.code === 0) found.push(...differences(lab, state(), target, `after ${verb}`));
      // An hour later, each way round, it ends as it should.
      age(leftovers(lab.project), HOUR);
      for (const which of verb === 'link' ? (['link', 'unlink'] as const) : (['unlink', 'link'] as const)) {
        const again = await lab.run(all(which));
        if (again.code !== 0) found.push(`then ${which}: ${said(again)}`);
        found.push(...differences(lab, state(), which === 'link' ? linked : unlinked, `then ${which}`));
      }
      return found;
    },
  }));
}

/** Files and folders that are not as they should be; temporary files are looked at later. */
export function differences(
  lab: SoakLab,
  is: Map<string, string>,
  should: Map<string, string>,
  when: string,
): string[] {
  const names = new Set([...is.keys(), ...should.keys()].filter((file) => !file.endsWith('.tmp')));
  return [...names]
    .filter((file) => is.get(file) !== should.get(file))
    .map((file) => {
      const what = !should.has(file) ? 'is left' : !is.has(file) ? 'is missing' : 'is another';
      return `${when}: ${path.relative(lab.base, file)} ${what}`;
    });
}

const MANY = 120;

/** As a hook starts it: with a lock that names it. Memories change before each, and a pruned session waits to be folded. */
async function openSync(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const spent = path.join(lab.places.sessions, 'spent');
  fs.mkdirSync(spent, { recursive: true, mode: 0o700 });
  let sessions = 0;
  const run = (job: Job, killAfter?: number) => {
    // The pid is another's who is gone: what a hook wrote into the lock before its sync was killed.
    const ended = lab.run(job, killAfter);
    fs.writeFileSync(lockFile(lab.index), '4194303', { mode: 0o600 });
    return ended;
  };
  const trial = (n: number): Trial => {
    for (let it = 0; it < MANY; it++) lab.write(`crane-${it}`, `The crane number crn${it}q lifts ${n} tons.\n`);
    const key = { host: 'claude', root: lab.project, session: `old-${n}` };
    const lines = [`@ ${JSON.stringify(key)}`, `c p${n} ${1e12 + n} b:abc:scoped`, `s p${n} ${1e12 + n}`];
    fs.writeFileSync(path.join(spent, `1-${n.toString(16).padStart(16, '0')}.log`), `\n${lines.join('\n')}\n`);
    sessions++;
    return {
      job: lab.sync(),
      async check() {
        const wrong = await bringing(
          lab,
          'how much does the crane number crn7q lift?',
          `crn7q lifts ${n} tons`,
          `sync-${n}`,
        );
        await lab.quiet();
        if (fs.existsSync(lockFile(lab.index))) {
          // Left behind a finished index: it must stop nobody who needs another.
          lab.write('crane-7', `The crane number crn7q lifts ${n} tons again.\n`);
          wrong.push(
            ...(await bringing(lab, 'how much does the crane number crn7q lift?', `${n} tons again`, `locked-${n}`)),
          );
          await lab.quiet();
          if (fs.existsSync(lockFile(lab.index))) wrong.push('the lock is left');
        }
        const index = openIndex(lab.index);
        if (index?.head.files !== MANY + 2) wrong.push(`the index knows ${index?.head.files} files`);
        index?.close();
        await lab.run(lab.sync());
        const db = new Database(lab.places.db, { readonly: true });
        const fine = db.pragma('integrity_check', { simple: true });
        if (fine !== 'ok') wrong.push(`the database: ${fine}`);
        const folded = db
          .prepare("SELECT count(*) FROM session JOIN delivery USING (log) WHERE session LIKE 'old-%'")
          .pluck();
        if (folded.get() !== sessions)
          wrong.push(`${folded.get()} of ${sessions} pruned sessions are in the database once`);
        db.close();
        return wrong;
      },
    };
  };
  return scenario('sync', lab, trial, run);
}

const ROWS = 300;

/** A database of the first version, with a history, opened by a command of this one. */
async function openMigration(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const old = path.join(lab.base, 'old.db');
  const db = new Database(old);
  db.pragma('journal_mode = WAL');
  db.exec(MIGRATIONS[0]!);
  db.pragma('user_version = 1');
  const session = db.prepare("INSERT INTO session VALUES (?, 'claude', '/p', ?, NULL, 10, 1e12)");
  const delivery = db.prepare("INSERT INTO delivery VALUES (?, 'scoped', 'abc', 1, 1e12)");
  db.transaction(() => {
    for (let n = 0; n < ROWS; n++) {
      session.run(`log-${n}`, `session-${n}`);
      delivery.run(`log-${n}`);
    }
  })();
  db.close();
  const tell = () => {
    const db = new Database(lab.places.db);
    const state = {
      fine: db.pragma('integrity_check', { simple: true }),
      version: db.pragma('user_version', { simple: true }) as number,
      rows: db.prepare('SELECT count(*) FROM session JOIN delivery USING (log)').pluck().get(),
    };
    db.close();
    return state;
  };
  const job = lab.engram('usage');
  return scenario('migration', lab, () => {
    for (const part of ['', '-wal', '-shm']) fs.rmSync(lab.places.db + part, { force: true });
    fs.copyFileSync(old, lab.places.db);
    return {
      job,
      async check() {
        const wrong: string[] = [];
        const now = tell();
        if (now.fine !== 'ok' || now.rows !== ROWS || (now.version !== 1 && now.version !== MIGRATIONS.length))
          wrong.push(`killed: ${JSON.stringify(now)}`);
        const again = await lab.run(job);
        if (again.code !== 0) wrong.push(`again: ${said(again)}`);
        const then = tell();
        if (then.fine !== 'ok' || then.rows !== ROWS || then.version !== MIGRATIONS.length)
          wrong.push(`again: ${JSON.stringify(then)}`);
        return wrong;
      },
    };
  });
}
