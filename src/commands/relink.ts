// Links that stand otherwise than the config has them: which they are, and how they are brought up to it. Managed entries only.
import type { Host, Scope } from '../../hosts/host.ts';
import { SettingsFault } from '../../hosts/settings-document.ts';
import { loadConfig } from '../config/load.ts';
import { CommandError, type Context } from './context.ts';
import { type LinkReport, linkHost } from './link.ts';
import { rememberedLinks } from './linked.ts';
import { FLAG, linksOf } from './links.ts';
import { findGround, type Ground } from './targets.ts';

/** A link of this project, of the user's, or of another project. */
export interface OldLink {
  host: Host;
  scope: Scope;
  ground: Ground;
  /** The events that have an entry of ours. */
  events: readonly string[];
  /** What relinking would do; nothing was written. */
  would: LinkReport;
}

/**
 * Those that relinking would change. What cannot be read is left to `doctor`.
 * @param capture as if the config said so of `capture.enabled`
 */
export function oldLinks(context: Context, capture?: boolean): OldLink[] {
  const here = findGround(context);
  const trees = new Set([here.project.tree, ...rememberedLinks(here.places.home).map(({ tree }) => tree)]);
  const seen = new Set<string>();
  return [...trees].flatMap((tree) => {
    const ground = tree === here.project.tree ? here : groundOf(tree, context);
    if (!ground) return [];
    return linksOf(ground).flatMap(({ host, scope, file, events }) => {
      if (events.length === 0 || seen.has(file)) return [];
      seen.add(file);
      try {
        const { config } = loadConfig(ground.project.configs);
        const as = capture === undefined ? config : { ...config, 'capture.enabled': capture };
        const would = linkHost(host, scope, ground, true, as);
        return would && would.state !== 'unchanged' ? [{ host, scope, ground, events, would }] : [];
      } catch (error) {
        if (error instanceof SettingsFault) return [];
        throw error;
      }
    });
  });
}

function groundOf(tree: string, context: Context): Ground | undefined {
  try {
    return findGround({ ...context, cwd: tree });
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** @throws SettingsFault where a file cannot be written */
export function relink({ host, scope, ground }: OldLink): LinkReport | undefined {
  return linkHost(host, scope, ground);
}

/** The command line that does it by hand. */
export function commandFor({ host, scope, ground }: OldLink, here: string): string {
  const link = `engram link${FLAG[scope]} ${host.name}`;
  return scope === 'user' || ground.project.tree === here ? link : `cd ${ground.project.tree} && ${link}`;
}
