import { describe, expect, test } from 'vitest';
import { packetBytes, pesHeader } from '@/tests/support/camera/transport-stream';
import { audioPid, gainTrust, payload, videoPid, watchProgram, whole } from '@/tests/support/camera/watched-demuxer';
import { AccessUnitTiming, type PesPacket } from './pes-assembler';

describe('units', () => {
  test('one without a length ends where the next begins, or with the stream', () => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.pes(videoPid, payload(1, 1000), { pts: 9000, dts: 3000 }));
    expect(units).toEqual([]);
    push(...stream.pes(videoPid, payload(2, 10), { pts: 6000 }));
    expect(units).toEqual([{ pid: videoPid, pts: 9000, dts: 3000, data: payload(1, 1000), ...whole }]);
    demuxer.flush();
    expect(units[1]).toEqual({ pid: videoPid, pts: 6000, dts: 6000, data: payload(2, 10), ...whole });
    demuxer.flush();
    expect(units).toHaveLength(2);
  });

  test('one with a length ends there at once, without what follows', () => {
    const { stream, push, units } = watchProgram();
    push(...stream.pes(audioPid, payload(1, 700), { pts: 90, isBounded: true }));
    expect(units).toEqual([{ pid: audioPid, pts: 90, dts: 90, data: payload(1, 700), ...whole }]);
    const header = pesHeader(100, { pts: 91, isBounded: true });
    push(...stream.packets(audioPid, Buffer.concat([header, payload(2, 100), Buffer.alloc(50)])));
    expect(units[1]?.data).toEqual(payload(2, 100));
  });

  test('one shorter than its length is corrupt', () => {
    const { stream, push, units } = watchProgram();
    const header = pesHeader(900, { pts: 91, isBounded: true });
    push(...stream.packets(audioPid, Buffer.concat([header, payload(1, 400)])));
    push(...stream.pes(audioPid, payload(2, 10), { pts: 92, isBounded: true }));
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([
      [400, true],
      [10, false],
    ]);
  });

  test.each([0, 1, 2 ** 32, 2 ** 33 - 1, 0x155555555, 0x0aaaaaaaa])('carries the timestamp %d', (pts) => {
    const { stream, push, units } = watchProgram();
    const dts = (pts + 2 ** 33 - 1800) % 2 ** 33;
    push(...stream.pes(audioPid, payload(1, 10), { pts, dts, isBounded: true }));
    expect(units[0]).toMatchObject({ pts, dts });
  });

  test.each([
    ['no start code', (header: Buffer) => header.fill(9, 0, 3)],
    ['no timestamp before it either', (header: Buffer) => header.fill(0, 7, 8)],
    ['a header without room for its timestamp', (header: Buffer) => header.fill(4, 8, 9)],
    ['a header longer than the unit', (header: Buffer) => header.fill(255, 8, 9)],
  ])('one with %s is left out', (_, spoil) => {
    const { stream, push, units } = watchProgram();
    push(
      ...stream.packets(audioPid, Buffer.concat([spoil(pesHeader(100, { pts: 1, isBounded: true })), payload(1, 100)])),
    );
    push(...stream.pes(audioPid, payload(2, 10), { pts: 2, isBounded: true }));
    expect(units.map(({ pts }) => pts)).toEqual([2]);
  });

  test('one without timestamps continues the previous ones, but not beyond a gap', () => {
    const { stream, push, units } = watchProgram();
    const bare = (seed: number) => {
      const header = pesHeader(100, { pts: 0, isBounded: true }).fill(0, 7, 8);
      return stream.packets(audioPid, Buffer.concat([header, payload(seed, 100)]));
    };
    for (const pts of [1_000, 2_920]) push(...stream.pes(audioPid, payload(1, 10), { pts, isBounded: true }));
    push(...bare(2), ...bare(3));
    stream.skip(audioPid, 1);
    push(...bare(4), ...stream.pes(audioPid, payload(5, 10), { pts: 20_000, isBounded: true }));
    expect(units.map(({ pts, dts }) => [pts, dts])).toEqual([1_000, 2_920, 4_840, 6_760, 20_000].map((t) => [t, t]));
  });

  test('do not change when the pushed bytes do', () => {
    const { stream, demuxer, units } = watchProgram();
    const bytes = Buffer.concat(stream.pes(audioPid, payload(1, 100), { pts: 1, isBounded: true }));
    demuxer.addBytes(bytes);
    bytes.fill(0);
    expect(units[0]?.data).toEqual(payload(1, 100));
  });

  test('an endless one is given up, and the next is right', () => {
    const { stream, push, units } = watchProgram();
    push(...stream.pes(videoPid, payload(0, 184), { pts: 1 }));
    const middle = Buffer.concat(
      Array.from({ length: 1024 }, (_, index) => stream.packet(videoPid, payload(index, 184))),
    );
    for (let count = 0; count < 60; count++) push(middle);
    expect(units.map(({ isCorrupt, data }) => [isCorrupt, data.length < 2 ** 23])).toEqual([[true, true]]);
    push(...stream.pes(videoPid, payload(2, 500), { pts: 2 }), ...stream.pes(videoPid, payload(3, 500), { pts: 3 }));
    expect(units.at(-1)?.data).toEqual(payload(2, 500));
  });
});

describe('the end of an access unit at its stuffed packet', () => {
  const seen = (units: PesPacket[]) => units.map(({ data }) => data);

  test('counts after four in a row, and then an access unit is out once complete', () => {
    const { stream, push, units } = watchProgram();
    const counts = Array.from({ length: 8 }, (_, index) => {
      push(...stream.pes(videoPid, payload(index, 300), { pts: index }));
      return units.length;
    });
    expect(counts).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(seen(units)).toEqual(counts.map((_, index) => payload(index, 300)));
  });

  test('an access unit that happens to fill its last packet ends where the next begins', () => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    const exact = payload(7, 184 * 3 - pesHeader(0, { pts: 0 }).length);
    push(...stream.pes(videoPid, exact, { pts: 7 }));
    expect(units).toHaveLength(5);
    push(...stream.pes(videoPid, payload(8, 300), { pts: 8 }));
    expect(seen(units).slice(5)).toEqual([exact, payload(8, 300)]);
  });

  test('never counts for a multiplexer that stuffs in the middle', () => {
    const { stream, push, units } = watchProgram();
    for (let index = 0; index < 30; index++) {
      const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, payload(index, 100), { pts: index });
      push(first, ...others, stream.packet(videoPid, payload(index, 90)), stream.packet(videoPid, payload(index, 184)));
    }
    expect(seen(units)).toEqual(
      Array.from({ length: 29 }, (_, index) =>
        Buffer.concat([payload(index, 100), payload(index, 90), payload(index, 184)]),
      ),
    );
  });

  test('never counts again after an error, which costs one access unit', () => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    push(...stream.pes(videoPid, payload(6, 300), { pts: 6 }), stream.packet(videoPid, payload(6, 100)));
    for (let index = 7; index < 30; index++) {
      push(...stream.pes(videoPid, payload(index, 300), { pts: index }));
      expect(units).toHaveLength(index - 1);
    }
    expect(seen(units).slice(6)).toEqual(Array.from({ length: 22 }, (_, index) => payload(7 + index, 300)));
  });

  test.each([
    ['the beginning of a picture', (packets: Buffer[]) => packets.slice(1)],
    ['the middle of an access unit', (packets: Buffer[]) => packets.toSpliced(2, 1)],
    ['the end of an access unit', (packets: Buffer[]) => packets.slice(0, -1)],
    ['a whole access unit', () => []],
  ])('still counts after the loss of %s', (_, lose) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    for (let index = 5; index < 8; index++) push(...lose(stream.pes(videoPid, payload(index, 900), { pts: index })));
    push(...stream.pes(videoPid, payload(8, 300), { pts: 8 }));
    expect(units.at(-1)).toMatchObject({ pts: 8, data: payload(8, 300), isCorrupt: false });
  });

  test.each([
    ['the beginning of a picture', (packets: Buffer[]) => packets.slice(1)],
    ['the end of an access unit', (packets: Buffer[]) => packets.slice(0, -1)],
  ])('can still come to count after the loss of %s', (_, lose) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    for (let index = 0; index < 3; index++) push(...stream.pes(videoPid, payload(index, 900), { pts: index }));
    push(...lose(stream.pes(videoPid, payload(3, 900), { pts: 3 })));
    for (let index = 4; index < 10; index++) push(...stream.pes(videoPid, payload(index, 900), { pts: index }));
    expect(units.at(-1)?.pts).toBe(9);
  });

  const pcr = Buffer.from([0, 0, 0, 0, 0x7e, 0]);
  test.each([
    ['a clock reference', [Buffer.from([0x10]), pcr]],
    ['both clock references', [Buffer.from([0x18]), pcr, pcr]],
    ['a splice countdown', [Buffer.from([0x04, 9])]],
    ['private data', [Buffer.from([0x02, 3, 1, 2, 3])]],
    ['an extension', [Buffer.from([0x01, 2, 0x1f, 0xff])]],
    ['all of them', [Buffer.from([0x1f]), pcr, pcr, Buffer.from([9, 3, 1, 2, 3, 2, 0x1f, 0xff])]],
    ['nothing but flags', [Buffer.from([0x40])]],
  ])('an adaptation field full of %s is not stuffing', (_, content) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    const adaptation = Buffer.concat(content);
    const room = packetBytes - 5 - adaptation.length;
    const data = payload(9, room * 3);
    const header = pesHeader(0, { pts: 9 });
    push(
      stream.packet(videoPid, Buffer.concat([header, data.subarray(0, room - header.length)]), {
        startsUnit: true,
        adaptation,
      }),
    );
    push(stream.packet(videoPid, data.subarray(room - header.length, 2 * room - header.length), { adaptation }));
    expect(units).toHaveLength(5);
    push(stream.packet(videoPid, data.subarray(2 * room - header.length, -40), { adaptation }));
    expect(units[5]?.data).toEqual(data.subarray(0, -40));
  });
});

const both = (ticks: number) => ({ pts: ticks, dts: ticks });

test('continues with the latest step', () => {
  const timing = new AccessUnitTiming();
  expect(timing.follow({ pts: 9_000, dts: 3_000 })).toEqual({ pts: 9_000, dts: 3_000 });
  expect(timing.follow({ pts: 6_000, dts: 6_000 })).toEqual(both(6_000));
  expect([timing.next(), timing.next()]).toEqual([both(9_000), both(12_000)]);
});

test('learns the step from timestamps with packets without between them', () => {
  const timing = new AccessUnitTiming();
  timing.follow(both(0));
  expect([timing.next(), timing.next()]).toEqual([null, null]);
  timing.follow(both(4_500));
  expect([timing.next(), timing.next()]).toEqual([both(6_000), both(7_500)]);
});

test('wraps like the clock', () => {
  const timing = new AccessUnitTiming();
  timing.follow(both(2 ** 33 - 6_000));
  timing.follow(both(2 ** 33 - 3_000));
  expect([timing.next(), timing.next()]).toEqual([both(0), both(3_000)]);
});

test('knows no step before the first timestamps, after a gap, or from a jump', () => {
  const timing = new AccessUnitTiming();
  expect(timing.next()).toBeNull();
  timing.follow(both(0));
  timing.follow(both(3_000));
  timing.interrupt();
  expect(timing.next()).toBeNull();
  timing.follow(both(500_000));
  timing.follow(both(800_000));
  expect(timing.next()).toEqual(both(803_000));
});
