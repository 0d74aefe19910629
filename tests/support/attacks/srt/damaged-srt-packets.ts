import { setTimeout as sleep } from 'node:timers/promises';
import { damage } from '../../camera/damage';
import { buildData } from '../../gateway/srt-peers';
import { SeededRandom } from '../../random';
import type { Attack } from '../attack';
import { callRaw } from './raw-caller';

const packetsPerConnection = 2_000;
/** libsrt allocates 24 bytes for each packet that a window announces. */
const flowWindows = [8_192, 0x0100_0000, 0x3800_0000, 0x7fff_ffff];

/** Data and control packets, the headers of which are damaged, on open connections of the attacker's own camera. */
export const damagedSrtPackets: Attack = {
  name: 'damaged SRT packets, and flow windows of up to 2^31 packets, on connections of the own camera',
  async run({ ingestPort: port, streamKey }, signal) {
    const random = new SeededRandom(13);
    for (let call = 0; !signal.aborted; call++) {
      const flowWindow = flowWindows[call % flowWindows.length] ?? 0;
      const caller = await callRaw({ host: '127.0.0.1', port, streamId: streamKey, flowWindow }).catch(() => null);
      if (!caller) await sleep(250, undefined, { signal }).catch(() => undefined);
      for (let count = 0; caller && count < packetsPerConnection && !signal.aborted; count++) {
        caller.send(damagedPacket(random));
        await sleep(1);
      }
      caller?.close();
    }
  },
};

function damagedPacket(random: SeededRandom): Buffer {
  if (random.integer(3) > 0) {
    const control = random.bytes(16 + 4 * random.integer(60));
    control.writeUInt16BE(0x8000 | random.integer(9), 0);
    return control;
  }
  const data = buildData();
  data.writeUInt32BE(random.integer(2 ** 31), 0);
  const damaged = damage(data, random);
  return damaged.length < 16 ? data : damaged;
}
