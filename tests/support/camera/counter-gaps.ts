import { packetBytes, payloadStart } from '@/lib/media/mpegts/ts-packet';

/** How often a continuity counter does not follow the one before. @param datagrams of whole packets */
export function counterGaps(datagrams: Buffer[]): number {
  const counters = new Map<number, number>();
  let gaps = 0;
  for (const datagram of datagrams) {
    for (let at = 0; at < datagram.length; at += packetBytes) {
      const packet = datagram.subarray(at, at + packetBytes);
      const [pid, counter] = [packet.readUInt16BE(1) & 0x1fff, packet.readUInt8(3) & 0x0f];
      const before = counters.get(pid);
      const steps = payloadStart(packet) < packetBytes ? 1 : 0;
      if (before !== undefined && counter !== (before + steps) % 16) gaps++;
      counters.set(pid, counter);
    }
  }
  return gaps;
}
