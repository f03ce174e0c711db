// The host has loaded a rule file that engram wrote: its memory is delivered, and stays so over a compaction, after which the host
// attaches the file again by itself. The host takes no answer.
import path from 'node:path';
import { openIndex } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { bodyClaim } from './deliver.ts';
import { type Answer, session, type Turn } from './turn.ts';

export function answerRuleLoaded(turn: Turn<Moment & { kind: 'rule-loaded' }>): Answer {
  const { moment, host, project } = turn;
  const folder = host.rules && `${project.tree}${path.sep}${host.rules.folder.replaceAll('/', path.sep)}${path.sep}`;
  if (!folder || !moment.file.startsWith(folder) || !moment.file.endsWith('.md')) return {};
  const index = openIndex(turn.compile(0).indexFile);
  const memory = index?.find(path.basename(moment.file, '.md'));
  if (memory) session(turn).loaded(bodyClaim(memory));
  return {};
}
