// E-24 as a host sees it: one hook, and the session logs are few again.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { amiss, HOSTS, newProcessLab, payloads, removeLabs, TWO } from './lab.ts';

afterAll(removeLabs);

const DAY = 86_400;

it.each(HOSTS)(
  'E-24: %s: of 250 records of mixed dates one hook leaves the newest 200 at most, none of over 7 days',
  (host) => {
    const lab = newProcessLab(TWO);
    const folder = lab.places.sessions;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const now = Date.now() / 1000;
    const seeded = Array.from({ length: 250 }, (_, n) => {
      const name = `${n.toString(16).padStart(16, '0')}.log`;
      fs.writeFileSync(path.join(folder, name), '', { mode: 0o600 });
      // From now back to ten days ago.
      const at = now - (n / 250) * 10 * DAY;
      fs.utimesSync(path.join(folder, name), at, at);
      return { name, at };
    });
    expect(amiss(lab.run(host, payloads(lab, host, 'new').UserPromptSubmit!))).toEqual([]);
    const left = fs.readdirSync(folder).filter((name) => name.endsWith('.log'));
    expect(left).toContain(path.basename(lab.sessionFile(host, 'new')));
    expect(left.length).toBeLessThanOrEqual(200);
    const old = (name: string) => now - fs.statSync(path.join(folder, name)).mtimeMs / 1000 > 7 * DAY;
    expect(left.filter(old)).toEqual([]);
    const kept = seeded.filter(({ name }) => left.includes(name));
    expect(kept).toEqual(seeded.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(150);
    // Nothing is lost: a command folds the rest into the database.
    expect(fs.readdirSync(path.join(folder, 'spent'))).toHaveLength(250 - kept.length);
    expect(lab.log()).toEqual([]);
  },
);
