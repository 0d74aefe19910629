import { SeededRandom } from '../random';
import { buildConclusionOf, buildData, buildInductionOf } from './srt-peers';

/**
 * Invalid datagrams: random bytes, and handshakes and data packets that are cut, overlong or damaged. The same for the
 * same seed.
 * @param cookie a cookie that the router issued, for conclusions that pass its check
 */
export function* fuzzSrt(seed: number, count: number, cookie: { socketId: number; value: number }): Generator<Buffer> {
  const random = new SeededRandom(seed);
  const damage = (datagram: Buffer, from = 0) => {
    for (let changes = random.integer(8); changes >= 0; changes--) {
      datagram.writeUInt8(random.integer(256), from + random.integer(datagram.length - from));
    }
    return datagram;
  };
  const fixedBytes = 64;
  const proven = () => buildConclusionOf(cookie.socketId, cookie.value, `key-${random.integer(10)}`);
  const kinds = [
    () => random.bytes(random.integer(200)),
    () => Buffer.concat([buildInductionOf(random.integer(100)), random.bytes(random.integer(1_300))]),
    () => buildInductionOf(random.integer(100)).subarray(0, random.integer(fixedBytes)),
    () => damage(buildInductionOf(random.integer(100))),
    () => damage(buildConclusionOf(random.integer(100), random.integer(2 ** 32), 'key')),
    () => proven().subarray(0, random.integer(110)),
    () => damage(proven(), fixedBytes),
    () => Buffer.concat([proven(), random.bytes(random.integer(400))]),
    () => damage(buildData()),
  ];
  for (let index = 0; index < count; index++) {
    const make = kinds[random.integer(kinds.length)];
    if (make) yield make();
  }
}

/** Control types of SRT: keep-alive, ACK, NAK, congestion warning, ACKACK, drop request, peer error, user-defined. */
const controlTypes = [0x8001, 0x8002, 0x8003, 0x8004, 0x8006, 0x8007, 0x8008, 0xffff];

/**
 * Damaged control packets for an open connection. They acknowledge packets that were never sent, report losses over the
 * whole range of sequence numbers, or have a wrong length. There is no SHUTDOWN. A seed always makes the same packets.
 * @param socketId the other end's
 */
export function* damagedControls(seed: number, count: number, socketId: number): Generator<Buffer> {
  const random = new SeededRandom(seed);
  for (let index = 0; index < count; index++) {
    const datagram = Buffer.concat([Buffer.alloc(16), random.bytes(random.integer(120))]);
    datagram.writeUInt16BE(controlTypes[random.integer(controlTypes.length)] ?? 0x8002, 0);
    datagram.writeUInt16BE(random.integer(2) === 0 ? 0 : random.integer(65_536), 2);
    datagram.writeUInt32BE(random.integer(2 ** 32), 4);
    datagram.writeUInt32BE(random.integer(2 ** 32), 8);
    datagram.writeUInt32BE(socketId, 12);
    yield datagram;
  }
}
