// Which of a host's events are registered: some depend on how memories that apply to paths are to reach it. And which are
// understood beyond those.
import { DIALECT_EVENTS } from './dialect.ts';
import type { Host } from './host.ts';

/** The host with the events that belong to a value of `hooks.path_rules`. */
export function withPathRules(host: Host, pathRules: 'native' | 'hook'): Host {
  return {
    ...host,
    events: host.events.filter((event) => event.pathRules === undefined || event.pathRules === pathRules),
  };
}

/** The host with what capture wants to hear of. */
export function withCapture(host: Host): Host {
  const { events = [], matchers = {} } = host.capture ?? {};
  return {
    ...host,
    events: [
      ...host.events.map((event) => {
        const matcher = matchers[event.event];
        return matcher === undefined ? event : { ...event, matcher };
      }),
      ...events,
    ],
  };
}

/** The host with the events that belong to a configuration. */
export function asConfigured(
  host: Host,
  config: { 'hooks.path_rules': 'native' | 'hook'; 'capture.enabled': boolean },
): Host {
  return withPathRules(config['capture.enabled'] ? withCapture(host) : host, config['hooks.path_rules']);
}

/** The host's names of the events that its hook understands: those that `link` may register, then those that only a payload brings. */
export function knownEvents(host: Host): string[] {
  const registered = host.events.map(({ event }) => event);
  const others = DIALECT_EVENTS.filter(
    (event) => host.parse({ hook_event_name: event, session_id: 'any', cwd: '/' }, {}) !== undefined,
  );
  return [...new Set([...registered, ...others])];
}
