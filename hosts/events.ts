// Which of a host's events are registered: some depend on how memories that apply to paths are to reach it.
import type { Host } from './host.ts';

/** The host with the events that belong to a value of `hooks.path_rules`. */
export function withPathRules(host: Host, pathRules: 'native' | 'hook'): Host {
  return {
    ...host,
    events: host.events.filter((event) => event.pathRules === undefined || event.pathRules === pathRules),
  };
}
