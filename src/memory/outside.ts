// What a repository holds may be links that its reader never made: nothing of a project is read or written through one that leads
// out of its work tree.
import fs from 'node:fs';
import path from 'node:path';

/** A write that a link would have taken out of the project. `path` is where it was to go. */
export class OutsideError extends Error {
  override name = 'OutsideError';
  readonly code = 'EOUTSIDE';
  constructor(readonly path: string) {
    super(`${path} leads out of the project`);
  }
}

/**
 * Where a file or folder of a work tree really is, if that is elsewhere; it need not exist.
 * @param within the work tree
 */
export function leadsOut(file: string, within: string): string | undefined {
  const top = realPath(within);
  const real = realPath(file);
  const inside = real === top || real.startsWith(top.endsWith(path.sep) ? top : top + path.sep);
  return inside ? undefined : real;
}

/** @param within undefined: anywhere will do. @throws OutsideError */
export function refuseOutside(file: string, within: string | undefined): void {
  if (within !== undefined && leadsOut(file, within) !== undefined) throw new OutsideError(file);
}

/** The file behind all links: of one that is not there as far as it is. A link that leads nowhere, or in a circle, is its target. */
function realPath(file: string, links = 0): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    const folder = path.dirname(file);
    if (folder === file) return file;
    const above = realPath(folder, links);
    const here = path.join(above, path.basename(file));
    const target = links < MOST_LINKS ? linkTarget(here) : undefined;
    return target === undefined ? here : realPath(path.resolve(above, target), links + 1);
  }
}

/** As many as the system itself follows. */
const MOST_LINKS = 40;

function linkTarget(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}
