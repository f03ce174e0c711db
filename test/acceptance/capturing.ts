// A lab with capture on, and the events of a session as Claude Code sends them.
import fs from 'node:fs';
import { spoolFolder } from '../../src/capture/spool.ts';
import { context, newProcessLab, type ProcessLab, untilIdle } from '../process/lab.ts';

export interface Capturing extends Omit<ProcessLab, 'start'> {
  spool: string;
  /** A prompt; what it was sent. */
  ask(session: string, turn: string, prompt: string): string;
  /** A command that was run. */
  ran(session: string, turn: string, command: string, output: string): void;
  answer(session: string, turn: string, answer: string): void;
  compact(session: string): void;
  end(session: string): void;
  /** A session's start; what it was sent. */
  start(session: string): string;
  /** Until no worker or sync is at work. */
  idle(): void;
}

export function openCapturing(): Capturing {
  const lab = newProcessLab({}, { cold: true });
  fs.mkdirSync(lab.places.home, { recursive: true });
  fs.writeFileSync(lab.places.config, 'capture:\n  enabled: true\n');
  lab.sync();
  const event = (session: string, turn: string, name: string, more: object) =>
    context(
      lab.run('claude', { session_id: session, cwd: lab.project, prompt_id: turn, hook_event_name: name, ...more }),
    );
  return {
    ...lab,
    spool: spoolFolder(lab.places),
    ask: (session, turn, prompt) => event(session, turn, 'UserPromptSubmit', { prompt }),
    ran: (session, turn, command, output) => {
      const tool = { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout: output, stderr: '' } };
      event(session, turn, 'PostToolUse', tool);
    },
    answer: (session, turn, answer) => {
      event(session, turn, 'Stop', { last_assistant_message: answer });
    },
    compact: (session) => {
      event(session, 'any', 'PreCompact', { trigger: 'manual' });
    },
    end: (session) => {
      event(session, 'any', 'SessionEnd', { reason: 'prompt_input_exit' });
    },
    start: (session) => event(session, 'any', 'SessionStart', { source: 'startup' }),
    idle: () => untilIdle(lab.base),
  };
}
