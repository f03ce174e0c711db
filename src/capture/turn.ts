// A captured turn: what a person asked, what tools were run for it, what was answered. Every text is redacted already.
import type { SessionKey } from '../session/log.ts';

export interface CapturedTurn {
  key: SessionKey;
  /** Of the session, durable: strictly increasing, without a gap. Boundaries take one too. */
  sequence: number;
  /** When the turn ended, milliseconds since 1970. */
  at: number;
  prompt?: string;
  /** As the host handed it over at the turn's end, never what its transcript ends with. */
  answer?: string;
  /** In the order in which they ended. */
  tools: ToolResult[];
}

export interface ToolResult {
  tool: string;
  /** The command line. */
  input: string;
  output: string;
  /** Absent where the host does not say. */
  ok?: boolean;
}
