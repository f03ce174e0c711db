// Where hosts are linked, and what is amiss with the files.
import { SettingsFault } from '../../hosts/settings-file.ts';
import { userHome } from '../index/places.ts';
import type { Context } from './context.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';
import { changes, linkHost } from './link.ts';
import { FLAG, type Link } from './links.ts';
import { findGround } from './targets.ts';

export function checkLinks(linked: readonly Link[], context: Context): Finding[] {
  if (linked.length === 0) return [well('links', 'no agent is linked here; engram link <agent> does it')];
  const found = linked.flatMap(({ host, scope, file, events, faults }) =>
    faults.length
      ? faults.map((fault) => wrong('link', fault))
      : [well('link', `${host.title} (${scope}): ${events.join(', ')} in ${file}`)],
  );
  return [...found, ...linked.flatMap((link) => outdated(link, context)), ...several(linked)];
}

/** Entries that `link` would change, as far as that is not said already: they may work all the same. */
function outdated({ host, scope, file, faults }: Link, context: Context): Finding[] {
  if (faults.length > 0 || !userHome(context.env)) return [];
  try {
    const report = linkHost(host, scope, findGround(context), true);
    const what = report && changes(report);
    if (!what) return [];
    const command = `engram link${FLAG[scope]} ${host.name}`;
    return [harmless('link', `${file}: not as engram would write it now; ${command} brings it up to date (${what})`)];
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    // What keeps link from it is for link to say.
    return [];
  }
}

/** Hosts that read several files with our entries: each event starts as many hooks, of which one answers. */
function several(linked: readonly Link[]): Finding[] {
  const among = [...new Set(linked.map(({ host }) => host))].flatMap((host) => {
    const flags = linked.filter((link) => link.host === host && link.events.length > 0).map(({ scope }) => WORD[scope]);
    return flags.length > 1 ? [`${host.title} (${flags.join(', ')})`] : [];
  });
  if (among.length === 0) return [];
  return [
    harmless(
      'link',
      `linked more than once: ${among.join('; ')}; that is harmless, one of the hooks answers (engram hosts <name> says where, engram unlink takes one away)`,
    ),
  ];
}

/** As people say it on the command line. */
const WORD: Record<Link['scope'], string> = { project: 'project', local: 'local', user: 'global' };
