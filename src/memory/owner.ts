// Whose a file is that takes another's place by a rename: else one that root edits becomes root's.
import fs from 'node:fs';

/** Gives a file the owner and group of another. Who may not do that keeps what the system gave. */
export function keepOwner(file: string, like: Pick<fs.Stats, 'uid' | 'gid'>): void {
  const own = fs.statSync(file);
  if (own.uid === like.uid && own.gid === like.gid) return;
  try {
    fs.chownSync(file, like.uid, like.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
