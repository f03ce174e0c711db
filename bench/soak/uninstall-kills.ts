// An uninstall that is killed: each settings file is as linked or as before, and the same command again takes all of it away.
import fs from 'node:fs';
import path from 'node:path';
import { hosts } from '../../hosts/index.ts';
import { differences, FIRST, said, scenario } from './command-kills.ts';
import type { Scenario } from './kills.ts';
import { age, leftovers, openLab, snapshot } from './lab.ts';

const HOUR = 3_600_000;

export async function openUninstall(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const theirs = '{\n  "hooks": {}\n}\n';
  const files = hosts.flatMap(({ settings }) =>
    settings.format.kind === 'entries'
      ? [settings.path.project?.(lab.project, lab.env), settings.path.user?.(lab.home, lab.env)]
      : [],
  );
  // Every third has a file already.
  for (const [n, file] of files.entries()) {
    if (!file || n % 3 > 0) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, theirs);
  }
  const outside = () => {
    const all = snapshot(lab.home, lab.project);
    for (const file of all.keys()) if (`${file}/`.startsWith(`${lab.places.home}/`)) all.delete(file);
    return all;
  };
  const before = outside();
  const job = lab.engram('uninstall', '--purge', '--yes');
  const link = async () => {
    for (const args of [
      ['link', 'all'],
      ['link', '--global', 'all'],
      ['remember', '--global', 'Prefer tabs.', '--id', 'tabs'],
    ])
      await lab.run(lab.engram(...args));
  };
  await link();
  const linked = outside();
  const trial = () => ({
    job,
    async check() {
      const wrong: string[] = [];
      for (const [file, bytes] of outside()) {
        if (/\.tmp$/.test(file) || bytes === '/') continue;
        if (bytes !== before.get(file) && bytes !== linked.get(file))
          wrong.push(`${path.relative(lab.base, file)} is neither as before nor as linked`);
      }
      for (const file of before.keys()) if (!fs.existsSync(file)) wrong.push(`${file} is lost`);
      // An hour later, what the killed one was writing is taken for what it is.
      age(leftovers(lab.home, lab.project), HOUR);
      const again = await lab.run(job);
      if (again.code !== 0) wrong.push(`again: ${said(again)}`);
      wrong.push(...differences(lab, outside(), before, 'again'));
      if (fs.existsSync(lab.places.home)) wrong.push(`left: ${fs.readdirSync(lab.places.home).join(', ')}`);
      return wrong;
    },
  });
  return scenario('uninstall', lab, trial, async (it, killAfter) => {
    await link();
    return lab.run(it, killAfter);
  });
}
