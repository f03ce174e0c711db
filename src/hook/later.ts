// What few events need, as one script, dist/later.cjs: loaded when it is called for, so that the others do not pay for it.
// What it shares with the lane it takes from there (`shared` in lane.ts).
export { compiler } from '../index/compile.ts';
export { logHookFault, logThrown } from './log.ts';
export { answerPostCompact, answerPreCompact } from './reset.ts';
export { forgetLost } from './restored.ts';
export { answerRuleLoaded } from './rule-loaded.ts';
export { startSync } from './start-sync.ts';
export { answerSubagentStart } from './subagent-start.ts';
