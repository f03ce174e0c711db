// What starts engram and is not as engram writes it: known, named, and left to whoever changed it.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

interface Finding {
  what: string;
  ok: boolean;
  message: string;
}

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const wrong = async (args = 'doctor --json') =>
  (await lab.json<Finding[]>(args)).filter(({ ok, what }) => !ok && what !== 'hook').map(({ message }) => message);

describe('an entry in a settings file', () => {
  const FILE = '.claude/settings.json';
  const file = () => path.join(lab.project, FILE);
  /** Claude's events, each by this command; one a line. */
  const linkedBy = (command: string, events = ['SessionStart', 'UserPromptSubmit']) => {
    const lists = events.map(
      (event) => `    "${event}": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(command)} }] }]`,
    );
    const text = `{\n  "hooks": {\n${lists.join(',\n')}\n  }\n}\n`;
    lab.write(FILE, text);
    return text;
  };
  const stray = (lines: string) =>
    `${file()}:${lines} names engram's launcher and is not as engram writes it, so that it is left alone; take it out by hand`;

  it.each([
    '~/.engram/bin/engram-hook claude 2>/dev/null && echo done',
    '~/.engram/bin/engram-hook codex',
    '~/.engram/bin/engram-hook klaude',
    '# ~/.engram/bin/engram-hook claude',
  ])('%s is a person’s: told by doctor, hosts, status, link and unlink, and never touched', async (command) => {
    const text = linkedBy(command);
    const told = stray('3: this command, as on line 4,');
    expect(await wrong()).toEqual([told]);
    const { hosts } = await lab.json<{ hosts: { links: unknown[] }[] }>('hosts claude --json');
    expect(hosts[0]!.links).toEqual([{ scope: 'project', file: file(), events: [], copies: 0, fault: told }]);
    expect((await lab.run('hosts claude')).out).not.toContain('nowhere');
    expect((await lab.run('status')).out).toContain('not as engram writes it\n');
    expect((await lab.run('unlink claude')).err).toBe(`engram: ${told}\n`);
    expect(lab.read(FILE)).toBe(text);
    await lab.run('doctor --fix');
    expect(lab.read(FILE)).toBe(text);
    expect((await lab.run('link claude')).err).toContain('is left alone; take it out by hand\n');
    expect(lab.read(FILE).split(JSON.stringify(command))).toHaveLength(3);
    await lab.run('unlink claude');
    expect(lab.read(FILE)).toBe(text);
  });

  it('keeps the launcher at uninstall, for it is still named', async () => {
    await lab.run('link claude');
    const text = lab.read(FILE).replace('engram-hook claude 2>', 'engram-hook klaude 2>');
    lab.write(FILE, text);
    const { code, err } = await lab.run('uninstall --purge --yes');
    expect([code, err.split('\n').slice(0, 2)]).toEqual([
      73,
      [
        `engram: ${stray('8: this command')}`,
        `engram: ${lab.engram}/bin/engram-hook stays, because a settings file may still name it`,
      ],
    ]);
    expect(fs.existsSync(path.join(lab.engram, 'bin/engram-hook'))).toBe(true);
  });

  it('behind the name of a shell it is ours: brought up to date, and taken away', async () => {
    linkedBy('bash ~/.engram/bin/engram-hook claude 2>/dev/null');
    await lab.run('doctor --fix');
    expect(await wrong()).toEqual([]);
    expect(lab.read(FILE)).not.toContain('bash');
    await lab.run('unlink claude');
    expect(lab.read(FILE)).not.toContain('engram');
  });

  it('one among ours is told beside them', async () => {
    await lab.run('link claude');
    lab.write(FILE, lab.read(FILE).replace('engram-hook claude 2>', 'engram-hook klaude 2>'));
    expect(await wrong()).toEqual([
      stray('8: this command'),
      `${file()}: Claude Code is linked without SessionStart; engram link claude completes it`,
    ]);
    expect((await lab.run('unlink claude')).err).toBe(`engram: ${stray('8: this command')}\n`);
  });
});

describe('a file of engram’s own', () => {
  it('with a hook of a person’s in it is theirs, and told', async () => {
    await lab.run('link copilot');
    const FILE = '.github/hooks/engram.json';
    const file = path.join(lab.project, FILE);
    const json = JSON.parse(lab.read(FILE));
    json.hooks.sessionStart.push({ type: 'command', bash: 'echo mine' });
    const text = `${JSON.stringify(json, null, 2)}\n`;
    lab.write(FILE, text);
    const line = text.split('\n').findIndex((it) => it.includes('echo mine')) + 1;
    const told = `${file}:${line}: a hook that engram did not write stands beside engram's; move the hook to a file of its own, or this file away`;
    expect(await wrong()).toEqual([told]);
    expect((await lab.run('hosts copilot')).out).not.toContain('nowhere');
    expect(await lab.run('link copilot')).toMatchObject({
      code: 65,
      err: `engram: ${told}; nothing was written; do that and run the command again\n`,
    });
    expect((await lab.run('unlink copilot')).err).toBe(`engram: ${told}; it is left as it is\n`);
    expect(lab.read(FILE)).toBe(text);
  });

  it('that was emptied is ours: renewed, and taken away', async () => {
    await lab.run('link cline');
    const FILE = '.cline/plugins/engram.js';
    const text = lab.read(FILE);
    lab.write(FILE, '');
    expect(await wrong()).toEqual([
      `${path.join(lab.project, FILE)} is not as this version writes it; engram link cline renews it`,
    ]);
    await lab.run('doctor --fix');
    expect(lab.read(FILE)).toBe(text);
    lab.write(FILE, '\n');
    await lab.run('unlink cline');
    expect(fs.existsSync(path.join(lab.project, '.cline'))).toBe(false);
  });

  it('a script that a person changed is theirs, and told', async () => {
    await lab.run('link cline-vscode');
    const FILE = '.clinerules/hooks/PreToolUse';
    lab.write(FILE, '#!/bin/sh\n~/.engram/bin/engram-hook cline-vscode PreToolUse | tee log\n');
    const told = `${path.join(lab.project, FILE)}:2: it starts engram, and engram did not write it so; move the hook to a file of its own, or this file away`;
    expect(await wrong()).toContain(told);
    expect((await lab.run('unlink cline-vscode')).err).toBe(`engram: ${told}; it is left as it is\n`);
    expect(fs.readdirSync(path.join(lab.project, '.clinerules/hooks'))).toEqual(['PreToolUse']);
  });
});
