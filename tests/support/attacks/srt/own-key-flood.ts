import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack';
import { callRaw } from './raw-caller';

const kbps = 200_000;
const payloadBytes = 1_316;
const headerBytes = 16;
const tickMs = 5;
const perTick = (kbps * tickMs) / (8 * payloadBytes);
/** A process that got no processor time does not make up for it: it could not be stopped meanwhile. */
const maxBurst = Math.ceil(perTick * 10);

/** A data packet of junk. */
function junk(payload: Buffer, sequenceNumber: number): Buffer {
  const datagram = Buffer.concat([Buffer.alloc(headerBytes), payload]);
  datagram.writeUInt32BE(sequenceNumber & 0x7fff_ffff, 0);
  // A whole message.
  datagram.writeUInt32BE((0xe000_0000 | (sequenceNumber & 0x03ff_ffff)) >>> 0, 4);
  return datagram;
}

/** Floods the router, and the worker of the attacker's own stream, over an admitted connection. */
export const ownKeyFlood: Attack = {
  name: 'junk on an open connection of the own camera, 200 Mbit/s',
  async run({ ingestPort: port, streamKey }, signal) {
    const payload = randomBytes(payloadBytes);
    while (!signal.aborted) {
      const caller = await callRaw({ host: '127.0.0.1', port, streamId: streamKey }).catch(() => null);
      if (!caller) {
        await sleep(250, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const startedMs = performance.now();
      let sequenceNumber = caller.initialSequenceNumber;
      const isEnded = () => caller.received.some((datagram) => datagram.readUInt16BE(0) === 0x8005);
      while (!signal.aborted && !isEnded()) {
        const due = caller.initialSequenceNumber + ((performance.now() - startedMs) / tickMs) * perTick;
        sequenceNumber = Math.max(sequenceNumber, Math.floor(due) - maxBurst);
        for (; sequenceNumber < due; sequenceNumber++) caller.send(junk(payload, sequenceNumber));
        await sleep(tickMs);
      }
      caller.close();
    }
  },
};
