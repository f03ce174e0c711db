// One function a moment. A moment without one is heard and left unanswered.
import type { Moment } from '../moment.ts';
import { later } from './lazy.ts';
import { answerPath } from './path.ts';
import { answerPrompt } from './prompt.ts';
import { answerSessionStart } from './session-start.ts';
import type { Answer, Turn } from './turn.ts';

export function answer(turn: Turn): Answer {
  const { moment } = turn;
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
      return {};
  }
}

function as<M extends Moment>(turn: Turn, moment: M): Turn<M> {
  return { ...turn, moment };
}
