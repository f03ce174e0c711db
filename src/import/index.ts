// The sources that engram can import from. Adding one is one file, and one line here.
import { agentsMd } from './agents-md.ts';
import { claudeAutoMemory } from './claude-auto-memory.ts';
import { claudeMd } from './claude-md.ts';
import { claudeMem } from './claude-mem.ts';
import { cursorRules, windsurfMemories } from './editor-rules.ts';
import { memorix } from './memorix.ts';
import type { Source } from './source.ts';

export const sources: readonly Source[] = [
  claudeAutoMemory,
  claudeMd,
  agentsMd,
  cursorRules,
  windsurfMemories,
  claudeMem,
  memorix,
];
