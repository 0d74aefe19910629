import type { SeededRandom } from '../random';

type Damage = (data: Buffer, random: SeededRandom) => Buffer;

const cut = (data: Buffer, random: SeededRandom): [start: number, end: number] => {
  const start = random.integer(data.length);
  return [start, Math.min(data.length, start + 1 + random.integer(2000))];
};

const kinds: Damage[] = [
  function flipBits(data, random) {
    for (let count = 1 + random.integer(20); count > 0; count--) {
      const at = random.integer(data.length);
      data[at] = (data[at] ?? 0) ^ (1 << random.integer(8));
    }
    return data;
  },
  function overwrite(data, random) {
    const [start, end] = cut(data, random);
    random.bytes(end - start).copy(data, start);
    return data;
  },
  function remove(data, random) {
    const [start, end] = cut(data, random);
    return Buffer.concat([data.subarray(0, start), data.subarray(end)]);
  },
  function insert(data, random) {
    const [start, end] = cut(data, random);
    return Buffer.concat([data.subarray(0, start), random.bytes(end - start), data.subarray(start)]);
  },
  function repeat(data, random) {
    const [start, end] = cut(data, random);
    return Buffer.concat([data.subarray(0, end), data.subarray(start)]);
  },
  function losePackets(data, random) {
    const start = random.integer(Math.floor(data.length / 188)) * 188;
    return Buffer.concat([data.subarray(0, start), data.subarray(start + 188 * (1 + random.integer(30)))]);
  },
  function truncate(data, random) {
    return data.subarray(0, 1 + random.integer(data.length));
  },
];

/** A copy of the data with one to four damages of any kind. */
export function damage(data: Buffer, random: SeededRandom): Buffer {
  let damaged = Buffer.from(data);
  for (let count = 1 + random.integer(4); count > 0 && damaged.length > 188; count--) {
    const kind = kinds[random.integer(kinds.length)];
    if (kind) damaged = Buffer.from(kind(damaged, random));
  }
  return damaged;
}
