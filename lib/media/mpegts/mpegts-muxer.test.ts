import { expect, test } from 'vitest';
import { MpegTsDemuxer } from './mpegts-demuxer';
import { MpegTsMuxer } from './mpegts-muxer';
import type { PesPacket } from './pes-assembler';

const idr = (bytes: number) =>
  Buffer.concat([Buffer.from([0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x65]), Buffer.alloc(bytes, 7)]);
const adts = Buffer.concat([Buffer.from([0xff, 0xf1, 0x4c, 0x80, 0x02, 0x1f, 0xfc]), Buffer.alloc(9, 5)]);

function demuxed() {
  const packets: PesPacket[] = [];
  const programs: string[][] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: (streams) => programs.push(streams.map(({ codec }) => String(codec))),
    onPesPacket: (packet) => packets.push(packet),
  });
  return { packets, programs, demuxer, push: (bytes: Buffer) => demuxer.addBytes(bytes), flush: () => demuxer.flush() };
}

test.each([0, 1, 100, 150, 151, 152, 153, 154, 159, 160, 161, 170, 183, 184, 185, 330, 65_000, 65_600, 200_000])(
  'an access unit with %i bytes comes out as it went in',
  (bytes) => {
    const { packets, push } = demuxed();
    const muxer = new MpegTsMuxer();
    muxer.setTracks({ video: 'h264', audio: 'aac' });
    const made = muxer.accessUnit('video', idr(bytes), 900_000, true);
    expect(made.length % 188).toBe(0);
    push(made);
    push(muxer.accessUnit('audio', adts, 899_000, true));
    push(muxer.accessUnit('video', idr(1), 903_000, false));
    expect(packets.map(({ pts, isCorrupt, followsGap }) => [pts, isCorrupt, followsGap]).toSorted()).toEqual([
      [899_000, false, false],
      [900_000, false, false],
      [903_000, false, false],
    ]);
    expect(packets.find(({ pts }) => pts === 900_000)?.data.equals(idr(bytes))).toBe(true);
    expect(packets.find(({ pts }) => pts === 899_000)?.data).toEqual(adts);
  },
);

test('a player can begin at a keyframe alone, after the tables', () => {
  const { push } = demuxed();
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  expect(push(muxer.accessUnit('video', idr(10), 900_000, true))).toBe(2 * 188);
  expect(
    push(muxer.accessUnit('video', Buffer.from([0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x41, 1]), 903_000, false)),
  ).toBeNull();
});

test('timestamps of 33 bits, and tracks that change', () => {
  const { packets, programs, push } = demuxed();
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  const last = 2 ** 33 - 1;
  push(muxer.accessUnit('video', idr(10), last, true));
  muxer.setTracks({ video: 'h264', audio: 'aac' });
  push(muxer.accessUnit('video', idr(10), 2_999, true));
  expect(packets.map(({ pts }) => pts)).toEqual([last, 2_999]);
  expect(programs).toEqual([['h264'], ['h264', 'aac']]);
});

test('a loss is seen by whoever reads it', () => {
  const { packets, push } = demuxed();
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  push(muxer.accessUnit('video', idr(10), 900_000, true));
  muxer.noteLoss('video');
  push(muxer.accessUnit('video', idr(10), 906_000, true));
  push(muxer.accessUnit('video', idr(10), 909_000, true));
  expect(packets.map(({ followsGap }) => followsGap)).toEqual([false, true, false]);
});

test('the tables are repeated for players that begin anywhere', () => {
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  const lengths = Array.from(
    { length: 10 },
    (_, index) => muxer.accessUnit('video', idr(10), 900_000 + index * 3_000, index === 0).length / 188,
  );
  expect(lengths).toEqual([3, 1, 1, 3, 1, 1, 3, 1, 1, 3]);
});

test('frames that are shown in another order than they come have both times', () => {
  const { packets, push } = demuxed();
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'hevc', audio: 'mp3' });
  push(muxer.accessUnit('video', idr(10), 909_000, true, 900_000));
  push(muxer.accessUnit('video', idr(10), 903_000, false, 903_000));
  push(muxer.accessUnit('video', idr(10), 2 ** 33 - 1, false, 2 ** 33 - 3_000));
  expect(packets.map(({ pts, dts }) => [pts, dts])).toEqual([
    [909_000, 900_000],
    [903_000, 903_000],
    [2 ** 33 - 1, 2 ** 33 - 3_000],
  ]);
});

test.each([
  ['av1', 'AV1'],
  ['vp9', 'VP9'],
  ['vvc', 'VVC'],
] as const)('%s is named for those who cannot show it', (video, name) => {
  const { demuxer, push } = demuxed();
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video, audio: 'aac' });
  push(muxer.accessUnit('video', Buffer.from([1, 2, 3]), 900_000, true));
  push(muxer.accessUnit('audio', adts, 900_000, true));
  expect(demuxer.taken?.map.unsupported.map((stream) => stream.name)).toEqual([name]);
});
