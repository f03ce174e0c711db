// What `engram doctor` has looked at, and what it found there.

export interface Finding {
  /** What was looked at. */
  what: string;
  ok: boolean;
  /** Harmless, but a person should know it. */
  note?: true;
  /** What was found; where it is not well, what to do. */
  message: string;
}

export const well = (what: string, message: string): Finding => ({ what, ok: true, message });
export const wrong = (what: string, message: string): Finding => ({ what, ok: false, message });
export const harmless = (what: string, message: string): Finding => ({ what, ok: true, note: true, message });
