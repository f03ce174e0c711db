// What hosts have been told of trust, as far as it stands in files.
import fs from 'node:fs';
import type { Host } from '../../hosts/host.ts';
import { type TrustView, trust } from '../../hosts/settings-trust.ts';
import type { Project } from '../index/places.ts';
import type { Context } from './context.ts';
import { type Finding, harmless, well } from './findings.ts';
import type { Link } from './links.ts';

/** A finding for each linked host that keeps such a record; what a person must still do is a note, never a fault. */
export function checkTrust(
  links: readonly Link[],
  home: string,
  { tree, main }: Pick<Project, 'tree' | 'main'>,
  { env }: Pick<Context, 'env'>,
): Finding[] {
  const of = (host: Host): TrustView => ({
    home,
    roots: main ? [tree, main] : [tree],
    env,
    platform: process.platform,
    links: links.filter((link) => link.host === host && link.events.length > 0),
    read,
    real,
  });
  return [...new Set(links.map(({ host }) => host))]
    .map((host) => ({ host, view: of(host) }))
    .filter(({ view }) => view.links.length > 0)
    .flatMap(({ host, view }) =>
      (trust[host.name]?.(view) ?? []).map(({ trusted, message }) =>
        (trusted ? well : harmless)('trust', `${host.title} ${message}`),
      ),
    );
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function real(file: string): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return file;
  }
}
