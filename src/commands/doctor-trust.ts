// What doctor says of memories that are not sent because their project is not trusted.
import { trustFault, trustFile } from '../memory/trust.ts';
import type { Finding } from './doctor.ts';
import { waitingHere } from './trusting.ts';
import type { World } from './world.ts';

export function trusted(world: World): Finding[] {
  const { project, places } = world;
  const findings: Finding[] = [];
  const fault = trustFault(project, places);
  if (fault) {
    const message = `${trustFile(project, places)} ${fault}, so this project is not trusted; remove it, then run engram trust`;
    findings.push({ what: 'trust', ok: false, message });
  }
  const waiting = waitingHere(world).length;
  if (waiting > 0) {
    const wait = waiting === 1 ? '1 memory of this project waits' : `${waiting} memories of this project wait`;
    const message = `${wait} for your trust and reaches no agent; engram trust shows and allows what waits`;
    findings.push({
      what: 'trust',
      ok: true,
      note: true,
      message: waiting === 1 ? message : message.replace('reaches', 'reach'),
    });
  }
  return findings;
}
