// Whether a host runs the hooks that it was given: what of a person's consent stands in its files, as far as that can be read.
// Nothing here writes: consent is a person's to give.
import type { Env, Scope } from './host.ts';
import { claudeTrust } from './settings-trust-claude.ts';
import { codexTrust } from './settings-trust-codex.ts';
import { copilotTrust, geminiTrust, qwenTrust } from './settings-trust-folders.ts';

/** From where trust is looked at. */
export interface TrustView {
  /** The user's. */
  home: string;
  /** The folders by which the host may know the project: the work tree's root, then in a linked worktree the main checkout. Real paths. */
  roots: readonly string[];
  env: Env;
  platform: NodeJS.Platform;
  /** The host's settings files in which we are linked. */
  links: readonly { scope: Scope; file: string }[];
  /** A file's text; undefined where it is not there or cannot be read. */
  read(file: string): string | undefined;
  /** A path without links; itself where it is not there. */
  real(file: string): string;
}

/** What was found, as the rest of a sentence that begins with the host's name. */
export interface TrustFinding {
  /** Nothing is left to do. */
  trusted: boolean;
  message: string;
}

/** By the name of the host. Others keep no such record that could be read. */
export const trust: Readonly<Record<string, (view: TrustView) => TrustFinding[]>> = {
  claude: claudeTrust,
  codex: codexTrust,
  copilot: copilotTrust,
  gemini: geminiTrust,
  qwen: qwenTrust,
};
