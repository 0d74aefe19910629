import { describe, expect, test } from 'vitest';
import { patTable, pmtTable, TransportStream } from '@/tests/support/camera/transport-stream';
import {
  aac,
  audioPid,
  h264,
  payload,
  pmtPid,
  videoPid,
  watch,
  watchProgram,
} from '@/tests/support/camera/watched-demuxer';
import type { ElementaryStream } from './elementary-stream';
import { crc32Mpeg, readServiceProvider } from './program-tables';

test('is CRC-32/MPEG-2: the check value of the published catalogue', () => {
  expect(crc32Mpeg(Buffer.from('123456789'))).toBe(0x0376e6e7);
});

test('only a table that ends with its own checksum gives 0', () => {
  const pat = Buffer.from('00b00d0001c100000001f0002ab104b2', 'hex');
  expect(crc32Mpeg(pat)).toBe(0);
  for (let bit = 0; bit < pat.length * 8; bit++) {
    const damaged = Buffer.from(pat);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(crc32Mpeg(damaged)).not.toBe(0);
  }
});

describe('tables', () => {
  test('report the streams once, however often they come', () => {
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
    ['of another program', () => pmtTable([h264], { programNumber: 2 })],
    ['that is no program map', () => patTable([{ number: 1, pmtPid }])],
  ])('one %s is ignored', (_, build) => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])), ...stream.section(pmtPid, build()));
    expect(programs).toEqual([]);
    push(...stream.section(pmtPid, pmtTable([aac])));
    expect(programs).toHaveLength(1);
  });

  test('a lost packet spoils only its own table', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    const long = pmtTable([{ ...h264, descriptors: Buffer.concat([Buffer.from([0x52, 250]), Buffer.alloc(250)]) }]);
    const [first = Buffer.alloc(0)] = stream.section(pmtPid, long);
    push(first, ...stream.section(pmtPid, pmtTable([aac])));
    expect(programs.map((streams) => streams.map(({ codec }) => codec))).toEqual([['aac']]);
  });

  test('the first of several programs is taken, even if the list has several sections', () => {
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

  test('that name a PID twice do not make a new program each time', () => {
    const stream = new TransportStream();
    const { push, programs } = watch();
    push(...stream.section(0, patTable([{ number: 1, pmtPid }])));
    for (let count = 0; count < 3; count++) push(...stream.section(pmtPid, pmtTable([h264, h264])));
    expect(programs).toEqual([[{ pid: videoPid, kind: 'video', codec: 'h264' }]]);
  });

  test('a program that moves and changes its streams is followed', () => {
    const { stream, push, programs, units } = watchProgram();
    push(...stream.pes(videoPid, payload(1, 200), { pts: 1 }));
    push(...stream.section(0, patTable([{ number: 7, pmtPid: 0x1fff - 1 }])));
    push(...stream.section(pmtPid, pmtTable([aac])));
    expect(programs).toHaveLength(1);
    push(...stream.section(0x1ffe, pmtTable([{ pid: 0x111, type: 0x24 }, aac], { programNumber: 7 })));
    expect(programs[1]?.map(({ codec }) => codec)).toEqual(['hevc', 'aac']);
    expect(units.map(({ pts }) => pts)).toEqual([1]);
    push(...stream.pes(0x111, payload(2, 200), { pts: 2 }), ...stream.pes(0x111, payload(3, 200), { pts: 3 }));
    expect(units.map(({ pid, pts }) => [pid, pts])).toEqual([
      [videoPid, 1],
      [0x111, 2],
    ]);
  });

  test('a remaining stream keeps its access unit when another stream comes', () => {
    const { stream, push, programs, units } = watchProgram();
    const [first = Buffer.alloc(0), ...others] = stream.pes(videoPid, payload(1, 500), { pts: 1 });
    push(first, ...stream.section(pmtPid, pmtTable([h264, aac, { pid: 0x102, type: 0x03 }])), ...others);
    push(...stream.pes(videoPid, payload(2, 500), { pts: 2 }));
    expect(programs).toHaveLength(2);
    expect(units[0]?.data).toEqual(payload(1, 500));
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

/** A section of services, each with its descriptors. */
function section(services: Buffer[], tableId = 0x42): Buffer {
  const loops = services.map((descriptors, index) =>
    Buffer.concat([Buffer.from([0, index + 1, 0xfc, 0x80, descriptors.length]), descriptors]),
  );
  const body = Buffer.concat([Buffer.from([0, 1, 0xc1, 0, 0, 0xff, 0x01, 0xff]), ...loops, Buffer.alloc(4)]);
  return Buffer.concat([Buffer.from([tableId, 0xf0, body.length]), body]);
}

const service = (provider: string | Buffer, name = 'Service01'): Buffer => {
  const texts = [provider, name].flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)]);
  const content = Buffer.concat([Buffer.from([1]), ...texts]);
  return Buffer.concat([Buffer.from([0x48, content.length]), content]);
};
const other = Buffer.from([0x5f, 2, 1, 2]);

test.each([
  ['FFmpeg, after another descriptor', section([Buffer.concat([other, service('FFmpeg')])]), 'FFmpeg'],
  ['the first that names one', section([service(''), service('Teradek')]), 'Teradek'],
  ['without the choice of characters', section([service(Buffer.from('\x15Kiloview', 'latin1'))]), 'Kiloview'],
  ['of forty characters at most', section([service('A'.repeat(60))]), 'A'.repeat(40)],
  ['none', section([other]), null],
  ['a service of another stream', section([service('FFmpeg')], 0x46), null],
  ['lengths that lie', section([Buffer.from([0x48, 200, 1, 200, 65, 66])]), null],
  ['nothing', section([]), null],
])('%s', (_, given, provider) => expect(readServiceProvider(given)).toBe(provider));
