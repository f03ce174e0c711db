// What the transcripts of hosts tell that no payload does. Apart from the hosts, because the hook reads one seldom.
import { restored } from './claude-transcript.ts';
import { historyOf } from './codex-transcript.ts';

/** What stands behind a compaction. */
export interface Restored {
  /** When the host recorded the compaction, milliseconds since 1970. */
  at: number;
  /** Absolute paths, as the host has them. */
  files: string[];
}

/** Of one host. */
export interface Transcript {
  /**
   * The id of the session or subagent whose whole history a subagent begins with, contexts included; undefined where it begins
   * with none. Absent where the host's subagents never do.
   * @param head the first 4 KB of the subagent's transcript
   */
  historyOf?(head: string): string | undefined;
  /**
   * What the host itself has in the conversation again since its last compaction. Absent where it tells so, or brings nothing back.
   * @param tail the end of the session's transcript; its first line may be cut
   * @returns undefined where the text does not reach back to a compaction
   */
  restored?(tail: string): Restored | undefined;
}

/** By the name of the host. */
export const transcripts: Readonly<Record<string, Transcript>> = { claude: { restored }, codex: { historyOf } };
