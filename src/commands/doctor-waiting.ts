// What doctor says of memories that are not sent because their project is not trusted.
import { trustFault, trustFile } from '../memory/trust.ts';
import { type Finding, harmless, wrong } from './findings.ts';
import { waitingHere } from './trusting.ts';
import type { World } from './world.ts';

export function checkWaiting(world: World): Finding[] {
  const { project, places } = world;
  const findings: Finding[] = [];
  const fault = trustFault(project, places);
  if (fault) {
    const what = `${trustFile(project, places)} ${fault}, so this project is not trusted`;
    findings.push(wrong('trust', `${what}; remove it, then run engram trust`));
  }
  const waiting = waitingHere(world).length;
  if (waiting > 0) {
    const what = waiting === 1 ? '1 memory of this project waits' : `${waiting} memories of this project wait`;
    const reach = waiting === 1 ? 'reaches' : 'reach';
    findings.push(
      harmless('trust', `${what} for your trust and ${reach} no agent; engram trust shows and allows what waits`),
    );
  }
  return findings;
}
