// One function a moment. A moment without one is heard and left unanswered.
import { requestCheck } from '../index/fresh.ts';
import type { Moment, MomentKind } from '../moment.ts';
import { later } from './lazy.ts';
import { answerPath } from './path.ts';
import { answerPrompt } from './prompt.ts';
import { answerSessionStart } from './session-start.ts';
import type { Answer, Turn } from './turn.ts';

/** Moments that are for nothing but their context. */
const NEEDS_CONTEXT: readonly MomentKind[] = ['prompt', 'path', 'subagent-start'];

export function answer(turn: Turn): Answer {
  const { moment, host } = turn;
  if (NEEDS_CONTEXT.includes(moment.kind) && !host.injects.includes(moment.kind)) {
    // Nothing can be said. What the host has instead is kept up to date.
    requestCheck(turn.compile(0), turn.self.now());
    return { keeps: true };
  }
  switch (moment.kind) {
    case 'session-start':
      return answerSessionStart(as(turn, moment));
    case 'prompt':
      return answerPrompt(as(turn, moment));
    case 'subagent-start':
      return later().answerSubagentStart(as(turn, moment));
    case 'path':
      return answerPath(as(turn, moment));
    case 'rule-loaded':
      return later().answerRuleLoaded(as(turn, moment));
    case 'pre-compact':
      return later().answerPreCompact(as(turn, moment));
    case 'post-compact':
      return later().answerPostCompact(as(turn, moment));
    default:
      return { keeps: true };
  }
}

function as<M extends Moment>(turn: Turn, moment: M): Turn<M> {
  return { ...turn, moment };
}
