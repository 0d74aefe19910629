import { describe, expect, test } from 'vitest';
import { patTable, pesHeader, pmtTable, TransportStream } from '@/tests/support/camera/transport-stream';
import {
  gainTrust,
  h264,
  payload,
  pmtPid,
  videoPid,
  watch,
  watchProgram,
} from '@/tests/support/camera/watched-demuxer';

describe('packets', () => {
  test('are found wherever the stream is cut', () => {
    const stream = new TransportStream();
    const bytes = Buffer.concat([
      ...stream.section(0, patTable([{ number: 1, pmtPid }])),
      ...stream.section(pmtPid, pmtTable([h264])),
      ...[1, 2, 3].flatMap((seed) => stream.pes(videoPid, payload(seed, 400), { pts: seed })),
    ]);
    const payloads = Buffer.concat([1, 2, 3].map((seed) => payload(seed, 400)));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { demuxer, units } = watch();
      demuxer.addBytes(bytes.subarray(0, cut));
      demuxer.addBytes(bytes.subarray(cut));
      demuxer.flush();
      expect(units.map(({ data }) => data.length)).toEqual([400, 400, 400]);
      expect(Buffer.concat(units.map(({ data }) => data)).equals(payloads)).toBe(true);
    }
    const { demuxer, units } = watch();
    for (const byte of bytes) demuxer.addBytes(Buffer.from([byte]));
    expect(units).toHaveLength(2);
  });

  test('are found again after junk, even if that looks like packets', () => {
    const { stream, demuxer, push, units } = watchProgram();
    const packets = [1, 2].flatMap((seed) => stream.pes(videoPid, payload(seed, 400), { pts: seed }));
    const junk = Buffer.alloc(501, 0x99);
    // The last is exactly one packet before the next real one.
    for (const offset of [10, 300, 313]) junk[offset] = 0x47;
    push(...packets.slice(0, 2), junk, ...packets.slice(2));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data, isCorrupt])).toEqual([
      [payload(1, 400), false],
      [payload(2, 400), false],
    ]);
  });

  test('do not begin at a lone sync byte in junk', () => {
    const { stream, demuxer, push, units } = watchProgram();
    const packets = stream.pes(videoPid, payload(1, 700), { pts: 1 });
    const junk = Buffer.alloc(400);
    junk[300] = 0x47;
    push(junk, ...packets);
    demuxer.flush();
    expect(units.map(({ data }) => data)).toEqual([payload(1, 700)]);
  });

  test('sent twice count once', () => {
    const { stream, demuxer, push, units } = watchProgram();
    push(...[1, 2].flatMap((seed) => stream.pes(videoPid, payload(seed, 500), { pts: seed })).flatMap((p) => [p, p]));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data, isCorrupt])).toEqual([
      [payload(1, 500), false],
      [payload(2, 500), false],
    ]);
  });

  test.each([1, 2, 14, 15, 17])('a gap of %d in the counter marks the unit that it hits', (missing) => {
    const { stream, demuxer, push, units } = watchProgram();
    const packets = stream.pes(videoPid, payload(1, 184 * 40), { pts: 1 });
    push(...packets.splice(0, 10));
    expect(demuxer.hasGaps).toBe(false);
    packets.splice(0, missing);
    push(...packets, ...[2, 3].flatMap((seed) => stream.pes(videoPid, payload(seed, 400), { pts: seed })));
    expect(units.map(({ isCorrupt }) => isCorrupt)).toEqual([true, false]);
    expect(demuxer.hasGaps).toBe(true);
  });

  test('the unit after lost ones reports the loss', () => {
    const watched = watchProgram();
    gainTrust(watched);
    const { stream, push, units } = watched;
    push(...stream.pes(videoPid, payload(6, 300), { pts: 20_000 }));
    stream.pes(videoPid, payload(7, 300), { pts: 23_000 });
    push(
      ...stream.pes(videoPid, payload(8, 300), { pts: 26_000 }),
      ...stream.pes(videoPid, payload(9, 300), { pts: 29_000 }),
    );
    const ends = units
      .filter(({ pts }) => pts >= 20_000)
      .map(({ pts, isCorrupt, followsGap }) => [pts, isCorrupt, followsGap]);
    expect(ends).toEqual([
      [20_000, false, false],
      [26_000, false, true],
      [29_000, false, false],
    ]);
  });

  test('a unit has the arrival time of its last byte, however late that is recognized', () => {
    const { stream, push, units, clock } = watchProgram();
    const [first, ...others] = stream.pes(videoPid, payload(1, 500), { pts: 1 });
    clock.nowMs = 10;
    push(...(first ? [first] : []));
    clock.nowMs = 20;
    push(...others);
    clock.nowMs = 30;
    push(...stream.pes(videoPid, payload(2, 500), { pts: 2 }));
    expect(units.map(({ receivedMs }) => receivedMs)).toEqual([20]);
  });

  test('losing a unit’s beginning marks the one before', () => {
    const { stream, push, units } = watchProgram();
    const [, ...others] = stream.pes(videoPid, payload(2, 500), { pts: 2 });
    push(...stream.pes(videoPid, payload(1, 500), { pts: 1 }).slice(0, 2));
    push(...others, ...stream.pes(videoPid, payload(3, 500), { pts: 3 }));
    expect(units.map(({ pts, isCorrupt }) => [pts, isCorrupt])).toEqual([[1, true]]);
  });

  test.each([
    [
      'before the packet',
      (stream: TransportStream) => [stream.packet(videoPid, Buffer.alloc(0), { adaptation: Buffer.from([0x80]) })],
      {},
    ],
    ['in the packet', () => [], { adaptation: Buffer.from([0x80]) }],
  ])('a discontinuity announced %s is no gap', (_, announce, options) => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.packets(videoPid, Buffer.concat([pesHeader(0, { pts: 1 }), payload(1, 170)])));
    stream.skip(videoPid, 5);
    push(...announce(stream), stream.packet(videoPid, payload(2, 100), options));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([[270, false]]);
  });

  test.each([
    ['with a transport error', 1, 0x80],
    ['that is scrambled', 3, 0x80],
  ])('one %s counts as lost', (_, at, bits) => {
    const { stream, push, units, demuxer } = watchProgram();
    const packets = stream.pes(videoPid, payload(1, 700), { pts: 1 });
    const bad = packets[1];
    if (bad) bad[at] = (bad[at] ?? 0) | bits;
    push(...packets);
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([[700 - 184, true]]);
  });

  test('of other programs’ PIDs are ignored', () => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.pes(0x1ff, payload(1, 700), { pts: 1 }), Buffer.from(stream.packet(0x1fff, Buffer.alloc(184))));
    demuxer.flush();
    expect(units).toEqual([]);
  });

  test('an adaptation field that fills the whole packet, or more, has no payload', () => {
    const { stream, push, units, demuxer } = watchProgram();
    const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, payload(1, 500), { pts: 1 });
    for (const length of [183, 184, 255]) {
      const packet = Buffer.from(first);
      packet[3] = 0x30;
      packet[4] = length;
      push(packet);
    }
    push(first, ...others);
    demuxer.flush();
    expect(units.map(({ data }) => data)).toEqual([payload(1, 500)]);
  });
});
