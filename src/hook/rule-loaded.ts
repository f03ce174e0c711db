// The host has loaded a rule file that engram wrote: its memory is delivered, and may stay so over a compaction (restored.ts).
// The host takes no answer.

import path from 'node:path';
import { openIndex } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { markLoaded } from '../session/marks.ts';
import { bodyClaim } from './deliver.ts';
import { type Answer, session, type Turn } from './turn.ts';

export function answerRuleLoaded(turn: Turn<Moment & { kind: 'rule-loaded' }>): Answer {
  const id = ruleId(turn, turn.moment.file);
  if (id === undefined) return {};
  const memory = openIndex(turn.compile(0).indexFile)?.find(id);
  if (memory) markLoaded(session(turn), bodyClaim(memory));
  return {};
}

/** The memory that a rule file is of; undefined for a file that engram has not written. */
export function ruleId({ host, project }: Turn, file: string): string | undefined {
  const folder = host.rules && `${project.tree}${path.sep}${host.rules.folder.replaceAll('/', path.sep)}${path.sep}`;
  return folder && file.startsWith(folder) && file.endsWith('.md') ? path.basename(file, '.md') : undefined;
}
