import { expect, test } from 'vitest';
import type { ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { encode, testFrames, testTone } from '../../../support/camera/encode';
import { withProgramMap } from '../../../support/camera/odd-streams';

/* ffmpeg's streams, with a program map that does not name their type. */

test.concurrent.for<[string, 'video' | 'audio', string[]]>([
  ['h264', 'video', ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10']],
  ['hevc', 'video', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=10']],
  ['mpeg2video', 'video', ['-c:v', 'mpeg2video', '-g', '10']],
  ['aac', 'audio', ['-c:a', 'aac']],
  ['aac_latm', 'audio', ['-c:a', 'aac', '-mpegts_flags', 'latm']],
  ['mp2', 'audio', ['-c:a', 'mp2']],
  ['ac3', 'audio', ['-c:a', 'ac3']],
  ['eac3', 'audio', ['-c:a', 'eac3']],
  ['dts', 'audio', ['-c:a', 'dca', '-strict', '-2']],
])('%s is known by its first bytes', async ([codec, kind, options]) => {
  const input = kind === 'video' ? testFrames() : testTone();
  const bytes = await encode([...input, ...options, '-t', '2']);
  let streams: ElementaryStream[] = [];
  let count = 0;
  const demuxer = new MpegTsDemuxer({
    onProgram: (found) => {
      streams = found;
    },
    onPesPacket: () => count++,
  });
  demuxer.addBytes(withProgramMap(bytes, [{ pid: 0x100, type: 0x80 }]));
  expect(streams).toEqual([{ pid: 0x100, kind, codec }]);
  expect(count).toBeGreaterThan(5);
});
