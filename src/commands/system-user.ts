import os from 'node:os';
import type { Env } from '../../hosts/host.ts';

/** The name of the system's user; where the system has none for this process (a container's bare uid), what the environment says. */
export function systemUser(env: Env): string {
  try {
    return os.userInfo().username;
  } catch {
    return env.USER || env.LOGNAME || env.USERNAME || `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
