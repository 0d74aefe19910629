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
