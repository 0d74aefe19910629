import { describe, expect, test } from 'vitest';
import {
  packetBytes,
  patTable,
  pesHeader,
  pmtTable,
  type TableStream,
  TransportStream,
} from '../../../tests/support/camera/transport-stream';
import { MpegTsDemuxer } from './mpegts-demuxer';
import type { PesPacket } from './pes-assembler';
import type { ElementaryStream } from './stream-types';

const pmtPid = 0x1000;
const videoPid = 0x100;
const audioPid = 0x101;
const h264: TableStream = { pid: videoPid, type: 0x1b };
const aac: TableStream = { pid: audioPid, type: 0x0f };

const whole = { isCorrupt: false, followsGap: false, receivedMs: expect.any(Number) };

/** A demultiplexer, and what it has handed out. */
function watch() {
  const programs: ElementaryStream[][] = [];
  const units: PesPacket[] = [];
  const clock = { nowMs: 0 };
  const demuxer = new MpegTsDemuxer(
    {
      onProgram: (streams) => programs.push(streams),
      onPesPacket: (unit) => units.push(unit),
    },
    () => clock.nowMs,
  );
  return { demuxer, clock, programs, units, push: (...packets: Buffer[]) => demuxer.push(Buffer.concat(packets)) };
}

/** The same, after the tables of a programme of H.264 and AAC. */
function watchProgram() {
  const stream = new TransportStream();
  const watched = watch();
  watched.push(
    ...stream.section(0, patTable([{ number: 1, pmtPid }])),
    ...stream.section(pmtPid, pmtTable([h264, aac])),
  );
  return { stream, ...watched };
}

/** Bytes that say which they are, and never look like a sync byte. */
const picture = (seed: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => ((seed * 31 + index * 7) % 191) | 0x80));

/** Pictures that end in a stuffed packet, until this is taken for their end. */
function gainTrust({ stream, push }: ReturnType<typeof watchProgram>): void {
  for (let count = 0; count < 5; count++) push(...stream.pes(videoPid, picture(count, 300), { pts: count * 3000 }));
}

describe('tables', () => {
  test('name the streams once, however often they come', () => {
    const { stream, push, programs } = watchProgram();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])), ...stream.section(pmtPid, pmtTable([h264, aac])));
    expect(programs).toEqual([
      [
        { pid: videoPid, kind: 'video', codec: 'h264' },
        { pid: audioPid, kind: 'audio', codec: 'aac' },
      ],
    ]);
  });

  test('may span packets and share one', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    const longDescriptor = Buffer.concat([Buffer.from([0x52, 250]), Buffer.alloc(250)]);
    const other = Buffer.from(pmtTable([aac], { programNumber: 9 }));
    push(...stream.section(pmtPid, other, pmtTable([{ ...h264, descriptors: longDescriptor }, aac])));
    expect(programs.map((streams) => streams.map(({ codec }) => codec))).toEqual([['h264', 'aac']]);
  });

  test('may begin in the packet in which another ends', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    const long = pmtTable([{ ...h264, descriptors: Buffer.concat([Buffer.from([0x52, 200]), Buffer.alloc(200)]) }]);
    const first = Buffer.concat([Buffer.from([0]), long.subarray(0, 183)]);
    const tail = long.subarray(183);
    const second = Buffer.alloc(184, 0xff);
    Buffer.concat([Buffer.from([tail.length]), tail, pmtTable([h264, aac])]).copy(second);
    push(stream.packet(pmtPid, first, { startsUnit: true }), stream.packet(pmtPid, second, { startsUnit: true }));
    expect(programs.map((streams) => streams.length)).toEqual([1, 2]);
  });

  test.each([
    ['with a wrong checksum', () => Buffer.from(pmtTable([h264]).fill(0x55, 10, 11))],
    ['that is not current yet', () => pmtTable([h264], { isCurrent: false })],
    ['of another programme', () => pmtTable([h264], { programNumber: 2 })],
    ['that is no programme map', () => patTable([{ number: 1, pmtPid }])],
  ])('one %s says nothing', (_, build) => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])), ...stream.section(pmtPid, build()));
    expect(programs).toEqual([]);
    push(...stream.section(pmtPid, pmtTable([aac])));
    expect(programs).toHaveLength(1);
  });

  test('a packet of a table that is lost spoils this table alone', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    const long = pmtTable([{ ...h264, descriptors: Buffer.concat([Buffer.from([0x52, 250]), Buffer.alloc(250)]) }]);
    const [first = Buffer.alloc(0)] = stream.section(pmtPid, long);
    push(first, ...stream.section(pmtPid, pmtTable([aac])));
    expect(programs.map((streams) => streams.map(({ codec }) => codec))).toEqual([['aac']]);
  });

  test('of several programmes the first is taken, also where the list has several sections', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    const list = [
      { number: 0, pmtPid: 0x10 },
      { number: 1, pmtPid },
      { number: 2, pmtPid: 0x1001 },
    ];
    for (let count = 0; count < 3; count++) {
      push(...stream.section(0, patTable(list), patTable([{ number: 3, pmtPid: 0x1002 }], { sectionNumber: 1 })));
      push(...stream.section(0x1002, pmtTable([{ pid: 0x300, type: 0x02 }], { programNumber: 3 })));
      push(...stream.section(0x1001, pmtTable([{ pid: 0x200, type: 0x02 }], { programNumber: 2 })));
      push(...stream.section(pmtPid, pmtTable([h264])));
    }
    expect(programs).toEqual([[{ pid: videoPid, kind: 'video', codec: 'h264' }]]);
  });

  test('a list that points at itself is not followed', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(
      ...stream.section(0, patTable([{ number: 1, pmtPid: 0 }])),
      ...stream.section(0, patTable([{ number: 1, pmtPid }])),
    );
    push(...stream.section(pmtPid, pmtTable([h264])));
    expect(programs).toHaveLength(1);
  });

  test('that name a PID twice are no new programme each time', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    for (let count = 0; count < 3; count++) push(...stream.section(pmtPid, pmtTable([h264, h264])));
    expect(programs).toEqual([[{ pid: videoPid, kind: 'video', codec: 'h264' }]]);
  });

  test('a programme that moves and changes its streams is followed', () => {
    const { stream, push, programs, units } = watchProgram();
    push(...stream.pes(videoPid, picture(1, 200), { pts: 1 }));
    push(...stream.section(0, patTable([{ number: 7, pmtPid: 0x1fff - 1 }])));
    push(...stream.section(pmtPid, pmtTable([aac])));
    expect(programs).toHaveLength(1);
    push(...stream.section(0x1ffe, pmtTable([{ pid: 0x111, type: 0x24 }, aac], { programNumber: 7 })));
    expect(programs[1]?.map(({ codec }) => codec)).toEqual(['hevc', 'aac']);
    expect(units.map(({ pts }) => pts)).toEqual([1]);
    push(...stream.pes(0x111, picture(2, 200), { pts: 2 }), ...stream.pes(0x111, picture(3, 200), { pts: 3 }));
    expect(units.map(({ pid, pts }) => [pid, pts])).toEqual([
      [videoPid, 1],
      [0x111, 2],
    ]);
  });

  test('a stream that stays is not cut in the middle of a picture when another comes', () => {
    const { stream, push, programs, units } = watchProgram();
    const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, picture(1, 500), { pts: 1 });
    push(first, ...stream.section(pmtPid, pmtTable([h264, aac, { pid: 0x102, type: 0x03 }])), ...others);
    push(...stream.pes(videoPid, picture(2, 500), { pts: 2 }));
    expect(programs).toHaveLength(2);
    expect(units[0]?.data).toEqual(picture(1, 500));
  });

  const registration = (name: string) => Buffer.concat([Buffer.from([0x05, 4]), Buffer.from(name)]);
  test.each<[string, number, Buffer | undefined, ElementaryStream['codec'] | undefined]>([
    ['H.264', 0x1b, undefined, 'h264'],
    ['HEVC', 0x24, undefined, 'hevc'],
    ['MPEG-1 video', 0x01, undefined, 'mpeg2video'],
    ['MPEG-2 video', 0x02, undefined, 'mpeg2video'],
    ['MPEG-1 audio', 0x03, undefined, 'mp2'],
    ['MPEG-2 audio', 0x04, undefined, 'mp2'],
    ['AAC in ADTS', 0x0f, undefined, 'aac'],
    ['AAC in LATM', 0x11, undefined, 'aac_latm'],
    ['AC-3 of ATSC', 0x81, undefined, 'ac3'],
    ['E-AC-3 of ATSC', 0x87, undefined, 'eac3'],
    ['AC-3 of DVB', 0x06, Buffer.from([0x0a, 4, 101, 110, 103, 0, 0x6a, 1, 0]), 'ac3'],
    ['E-AC-3 of DVB', 0x06, Buffer.from([0x7a, 1, 0]), 'eac3'],
    ['Opus', 0x06, registration('Opus'), 'opus'],
    ['AC-3 by registration', 0x06, registration('AC-3'), 'ac3'],
    ['E-AC-3 by registration', 0x06, registration('EAC3'), 'eac3'],
    ['HEVC by registration', 0x06, registration('HEVC'), 'hevc'],
    ['subtitles', 0x06, Buffer.from([0x59, 0]), undefined],
    ['private data', 0x06, undefined, undefined],
    ['a descriptor that is cut off', 0x06, Buffer.from([0x05, 200, 79]), undefined],
    ['SCTE-35', 0x86, undefined, undefined],
  ])('%s (0x%s)', (_, type, descriptors, codec) => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    push(
      ...stream.section(
        pmtPid,
        pmtTable([
          { pid: 0x30, type, descriptors },
          { pid: 0x31, type: 0x0f },
        ]),
      ),
    );
    expect(programs[0]?.[0]?.codec).toBe(codec ?? 'aac');
  });
});

describe('units', () => {
  test('one without a length ends where the next begins, or with the stream', () => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.pes(videoPid, picture(1, 1000), { pts: 9000, dts: 3000 }));
    expect(units).toEqual([]);
    push(...stream.pes(videoPid, picture(2, 10), { pts: 6000 }));
    expect(units).toEqual([{ pid: videoPid, pts: 9000, dts: 3000, data: picture(1, 1000), ...whole }]);
    demuxer.flush();
    expect(units[1]).toEqual({ pid: videoPid, pts: 6000, dts: 6000, data: picture(2, 10), ...whole });
    demuxer.flush();
    expect(units).toHaveLength(2);
  });

  test('one with a length ends there at once, and what comes after it is not part of it', () => {
    const { stream, push, units } = watchProgram();
    push(...stream.pes(audioPid, picture(1, 700), { pts: 90, isBounded: true }));
    expect(units).toEqual([{ pid: audioPid, pts: 90, dts: 90, data: picture(1, 700), ...whole }]);
    const header = pesHeader(100, { pts: 91, isBounded: true });
    push(...stream.packets(audioPid, Buffer.concat([header, picture(2, 100), Buffer.alloc(50)])));
    expect(units[1]?.data).toEqual(picture(2, 100));
  });

  test('one that is shorter than its length is corrupt', () => {
    const { stream, push, units } = watchProgram();
    const header = pesHeader(900, { pts: 91, isBounded: true });
    push(...stream.packets(audioPid, Buffer.concat([header, picture(1, 400)])));
    push(...stream.pes(audioPid, picture(2, 10), { pts: 92, isBounded: true }));
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([
      [400, true],
      [10, false],
    ]);
  });

  test.each([0, 1, 2 ** 32, 2 ** 33 - 1, 0x155555555, 0x0aaaaaaaa])('carries the timestamp %d', (pts) => {
    const { stream, push, units } = watchProgram();
    const dts = (pts + 2 ** 33 - 1800) % 2 ** 33;
    push(...stream.pes(audioPid, picture(1, 10), { pts, dts, isBounded: true }));
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
      ...stream.packets(audioPid, Buffer.concat([spoil(pesHeader(100, { pts: 1, isBounded: true })), picture(1, 100)])),
    );
    push(...stream.pes(audioPid, picture(2, 10), { pts: 2, isBounded: true }));
    expect(units.map(({ pts }) => pts)).toEqual([2]);
  });

  test('one without timestamps goes on from those before, but not beyond a gap', () => {
    const { stream, push, units } = watchProgram();
    const bare = (seed: number) => {
      const header = pesHeader(100, { pts: 0, isBounded: true }).fill(0, 7, 8);
      return stream.packets(audioPid, Buffer.concat([header, picture(seed, 100)]));
    };
    for (const pts of [1_000, 2_920]) push(...stream.pes(audioPid, picture(1, 10), { pts, isBounded: true }));
    push(...bare(2), ...bare(3));
    stream.skip(audioPid, 1);
    push(...bare(4), ...stream.pes(audioPid, picture(5, 10), { pts: 20_000, isBounded: true }));
    expect(units.map(({ pts, dts }) => [pts, dts])).toEqual([1_000, 2_920, 4_840, 6_760, 20_000].map((t) => [t, t]));
  });

  test('does not change when the bytes that were pushed do', () => {
    const { stream, demuxer, units } = watchProgram();
    const bytes = Buffer.concat(stream.pes(audioPid, picture(1, 100), { pts: 1, isBounded: true }));
    demuxer.push(bytes);
    bytes.fill(0);
    expect(units[0]?.data).toEqual(picture(1, 100));
  });

  test('one without end is given up, and the next is right', () => {
    const { stream, push, units } = watchProgram();
    push(...stream.pes(videoPid, picture(0, 184), { pts: 1 }));
    const middle = Buffer.concat(
      Array.from({ length: 1024 }, (_, index) => stream.packet(videoPid, picture(index, 184))),
    );
    for (let count = 0; count < 60; count++) push(middle);
    expect(units.map(({ isCorrupt, data }) => [isCorrupt, data.length < 2 ** 23])).toEqual([[true, true]]);
    push(...stream.pes(videoPid, picture(2, 500), { pts: 2 }), ...stream.pes(videoPid, picture(3, 500), { pts: 3 }));
    expect(units.at(-1)?.data).toEqual(picture(2, 500));
  });
});

describe('packets', () => {
  test('are found at whatever byte the stream is cut', () => {
    const stream = new TransportStream();
    const bytes = Buffer.concat([
      ...stream.section(0, patTable([{ number: 1, pmtPid }])),
      ...stream.section(pmtPid, pmtTable([h264])),
      ...[1, 2, 3].flatMap((seed) => stream.pes(videoPid, picture(seed, 400), { pts: seed })),
    ]);
    const pictures = Buffer.concat([1, 2, 3].map((seed) => picture(seed, 400)));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { demuxer, units } = watch();
      demuxer.push(bytes.subarray(0, cut));
      demuxer.push(bytes.subarray(cut));
      demuxer.flush();
      expect(units.map(({ data }) => data.length)).toEqual([400, 400, 400]);
      expect(Buffer.concat(units.map(({ data }) => data)).equals(pictures)).toBe(true);
    }
    const { demuxer, units } = watch();
    for (const byte of bytes) demuxer.push(Buffer.from([byte]));
    expect(units).toHaveLength(2);
  });

  test('are found again after junk, even where that looks like packets', () => {
    const { stream, demuxer, push, units } = watchProgram();
    const packets = [1, 2].flatMap((seed) => stream.pes(videoPid, picture(seed, 400), { pts: seed }));
    const junk = Buffer.alloc(501, 0x99);
    // The last is exactly one packet before the next real one.
    for (const offset of [10, 300, 313]) junk[offset] = 0x47;
    push(...packets.slice(0, 2), junk, ...packets.slice(2));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data, isCorrupt])).toEqual([
      [picture(1, 400), false],
      [picture(2, 400), false],
    ]);
  });

  test('a lone sync byte in the midst of junk is not the beginning of a packet', () => {
    const { stream, demuxer, push, units } = watchProgram();
    const packets = stream.pes(videoPid, picture(1, 700), { pts: 1 });
    const junk = Buffer.alloc(400);
    junk[300] = 0x47;
    push(junk, ...packets);
    demuxer.flush();
    expect(units.map(({ data }) => data)).toEqual([picture(1, 700)]);
  });

  test('sent twice count once', () => {
    const { stream, demuxer, push, units } = watchProgram();
    push(...[1, 2].flatMap((seed) => stream.pes(videoPid, picture(seed, 500), { pts: seed })).flatMap((p) => [p, p]));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data, isCorrupt])).toEqual([
      [picture(1, 500), false],
      [picture(2, 500), false],
    ]);
  });

  test.each([1, 2, 14, 15, 17])('a gap of %d in the counter marks the unit that it hits', (missing) => {
    const { stream, push, units } = watchProgram();
    const packets = stream.pes(videoPid, picture(1, 184 * 40), { pts: 1 });
    packets.splice(10, missing);
    push(...packets, ...[2, 3].flatMap((seed) => stream.pes(videoPid, picture(seed, 400), { pts: seed })));
    expect(units.map(({ isCorrupt }) => isCorrupt)).toEqual([true, false]);
  });

  test('the loss of whole units between two is told by the one that follows', () => {
    const watched = watchProgram();
    gainTrust(watched);
    const { stream, push, units } = watched;
    push(...stream.pes(videoPid, picture(6, 300), { pts: 20_000 }));
    stream.pes(videoPid, picture(7, 300), { pts: 23_000 });
    push(
      ...stream.pes(videoPid, picture(8, 300), { pts: 26_000 }),
      ...stream.pes(videoPid, picture(9, 300), { pts: 29_000 }),
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

  test('a unit says when its last byte came, however late it is known to be the last', () => {
    const { stream, push, units, clock } = watchProgram();
    const [first, ...others] = stream.pes(videoPid, picture(1, 500), { pts: 1 });
    clock.nowMs = 10;
    push(...(first ? [first] : []));
    clock.nowMs = 20;
    push(...others);
    clock.nowMs = 30;
    push(...stream.pes(videoPid, picture(2, 500), { pts: 2 }));
    expect(units.map(({ receivedMs }) => receivedMs)).toEqual([20]);
  });

  test('the loss of the beginning of a unit marks the one before', () => {
    const { stream, push, units } = watchProgram();
    const [, ...others] = stream.pes(videoPid, picture(2, 500), { pts: 2 });
    push(...stream.pes(videoPid, picture(1, 500), { pts: 1 }).slice(0, 2));
    push(...others, ...stream.pes(videoPid, picture(3, 500), { pts: 3 }));
    expect(units.map(({ pts, isCorrupt }) => [pts, isCorrupt])).toEqual([[1, true]]);
  });

  test.each([
    [
      'before the packet',
      (stream: TransportStream) => [stream.packet(videoPid, Buffer.alloc(0), { adaptation: Buffer.from([0x80]) })],
      {},
    ],
    ['in the packet', () => [], { adaptation: Buffer.from([0x80]) }],
  ])('a discontinuity that is announced %s is no gap', (_, announce, options) => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.packets(videoPid, Buffer.concat([pesHeader(0, { pts: 1 }), picture(1, 170)])));
    stream.skip(videoPid, 5);
    push(...announce(stream), stream.packet(videoPid, picture(2, 100), options));
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([[270, false]]);
  });

  test.each([
    ['with a transport error', 1, 0x80],
    ['that is scrambled', 3, 0x80],
  ])('one %s is a lost one', (_, at, bits) => {
    const { stream, push, units, demuxer } = watchProgram();
    const packets = stream.pes(videoPid, picture(1, 700), { pts: 1 });
    const bad = packets[1];
    if (bad) bad[at] = (bad[at] ?? 0) | bits;
    push(...packets);
    demuxer.flush();
    expect(units.map(({ data, isCorrupt }) => [data.length, isCorrupt])).toEqual([[700 - 184, true]]);
  });

  test('of PIDs that are not of the programme are nothing to us', () => {
    const { stream, push, units, demuxer } = watchProgram();
    push(...stream.pes(0x1ff, picture(1, 700), { pts: 1 }), Buffer.from(stream.packet(0x1fff, Buffer.alloc(184))));
    demuxer.flush();
    expect(units).toEqual([]);
  });

  test('an adaptation field that fills the whole packet, or more, has no payload', () => {
    const { stream, push, units, demuxer } = watchProgram();
    const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, picture(1, 500), { pts: 1 });
    for (const length of [183, 184, 255]) {
      const packet = Buffer.from(first);
      packet[3] = 0x30;
      packet[4] = length;
      push(packet);
    }
    push(first, ...others);
    demuxer.flush();
    expect(units.map(({ data }) => data)).toEqual([picture(1, 500)]);
  });
});

describe('the end of a picture at its stuffed packet', () => {
  const seen = (units: PesPacket[]) => units.map(({ data }) => data);

  test('is believed after four in a row, and a picture is out as soon as it is complete', () => {
    const { stream, push, units } = watchProgram();
    const counts = Array.from({ length: 8 }, (_, index) => {
      push(...stream.pes(videoPid, picture(index, 300), { pts: index }));
      return units.length;
    });
    expect(counts).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(seen(units)).toEqual(counts.map((_, index) => picture(index, 300)));
  });

  test('a picture that happens to fill its last packet ends where the next begins', () => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    const exact = picture(7, 184 * 3 - pesHeader(0, { pts: 0 }).length);
    push(...stream.pes(videoPid, exact, { pts: 7 }));
    expect(units).toHaveLength(5);
    push(...stream.pes(videoPid, picture(8, 300), { pts: 8 }));
    expect(seen(units).slice(5)).toEqual([exact, picture(8, 300)]);
  });

  test('is never believed of a multiplexer that stuffs in the middle', () => {
    const { stream, push, units } = watchProgram();
    for (let index = 0; index < 30; index++) {
      const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, picture(index, 100), { pts: index });
      push(first, ...others, stream.packet(videoPid, picture(index, 90)), stream.packet(videoPid, picture(index, 184)));
    }
    expect(seen(units)).toEqual(
      Array.from({ length: 29 }, (_, index) =>
        Buffer.concat([picture(index, 100), picture(index, 90), picture(index, 184)]),
      ),
    );
  });

  test('is never believed again once it was wrong, at the cost of that one picture', () => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    push(...stream.pes(videoPid, picture(6, 300), { pts: 6 }), stream.packet(videoPid, picture(6, 100)));
    for (let index = 7; index < 30; index++) {
      push(...stream.pes(videoPid, picture(index, 300), { pts: index }));
      expect(units).toHaveLength(index - 1);
    }
    expect(seen(units).slice(6)).toEqual(Array.from({ length: 22 }, (_, index) => picture(7 + index, 300)));
  });

  test.each([
    ['the beginning of a picture', (packets: Buffer[]) => packets.slice(1)],
    ['the middle of a picture', (packets: Buffer[]) => packets.toSpliced(2, 1)],
    ['the end of a picture', (packets: Buffer[]) => packets.slice(0, -1)],
    ['a whole picture', () => []],
  ])('is believed still after the loss of %s', (_, lose) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    for (let index = 5; index < 8; index++) push(...lose(stream.pes(videoPid, picture(index, 900), { pts: index })));
    push(...stream.pes(videoPid, picture(8, 300), { pts: 8 }));
    expect(units.at(-1)).toMatchObject({ pts: 8, data: picture(8, 300), isCorrupt: false });
  });

  test.each([
    ['the beginning of a picture', (packets: Buffer[]) => packets.slice(1)],
    ['the end of a picture', (packets: Buffer[]) => packets.slice(0, -1)],
  ])('can still come to be believed after the loss of %s', (_, lose) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    for (let index = 0; index < 3; index++) push(...stream.pes(videoPid, picture(index, 900), { pts: index }));
    push(...lose(stream.pes(videoPid, picture(3, 900), { pts: 3 })));
    for (let index = 4; index < 10; index++) push(...stream.pes(videoPid, picture(index, 900), { pts: index }));
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
  ])('an adaptation field that is full of %s is no stuffing', (_, content) => {
    const watched = watchProgram();
    const { stream, push, units } = watched;
    gainTrust(watched);
    const adaptation = Buffer.concat(content);
    const room = packetBytes - 5 - adaptation.length;
    const data = picture(9, room * 3);
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
