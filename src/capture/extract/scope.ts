// Where a memory belongs: to this project, or to the person wherever they work.
import type { MemoryType } from '../../memory/memory.ts';
import type { Cues } from './cues/cues.ts';

/** A path, a file, an identifier, a command: something of this repository. */
const NAMES_SOMETHING =
  /`[^`\n]+`|(?:^|[\s(])(?:\.{0,2}\/)?[\w@.-]+\/[\w.*-]+|\b[a-z]\w*_\w+|\b[\w-]+\.(?:ts|tsx|js|jsx|py|go|rs|java|kt|rb|php|sql|proto|vue|toml|ya?ml|json|md|sh|env|lock)\b/u;

/** Whether a text says how this person wants to be answered. */
export function isAboutAnswers(text: string, { person, project }: Cues): boolean {
  return person.test(text) && !project.test(text) && !NAMES_SOMETHING.test(text);
}

export function scopeOf(type: MemoryType, text: string, cues: Cues): 'project' | 'user' {
  if (type !== 'preference' && type !== 'rule' && !cues.person.test(text)) return 'project';
  if (cues.project.test(text) || NAMES_SOMETHING.test(text)) return 'project';
  return type === 'preference' || cues.person.test(text) ? 'user' : 'project';
}
