import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { encode, liveH264, testFrames, testTone } from '../../../support/camera/encode';
import { packetBytes } from '../../../support/camera/transport-stream';

/*
 * The same bytes through FFmpeg's demultiplexer and through ours. With `noparse`, FFmpeg hands out PES packets as they
 * are. With its parser on, it hands out access units, which shows that each PES packet is one.
 */

const run = promisify(execFile);
const timestampWrap = 2 ** 33;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-demuxer-'));
});
afterAll(() => rm(directory, { recursive: true }));

interface ReadUnit {
  pts: number;
  dts: number;
  hash: string;
}

const hashOf = (data: Buffer): string => createHash('md5').update(data).digest('hex');

/** By PID: what FFmpeg reads. */
async function readByFfmpeg(file: string, flags: string): Promise<Map<number, ReadUnit[]>> {
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-fflags', flags, '-show_streams', '-show_packets', '-show_data_hash', 'MD5', '-of', 'json', file],
    { maxBuffer: 1e8 },
  );
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { index: number; id: string }[];
    packets: { stream_index: number; pts?: number; dts?: number; data_hash: string }[];
  };
  const wrapped = (stamp: number) => (stamp + timestampWrap) % timestampWrap;
  return new Map(
    streams.map(({ index, id }) => [
      Number(id),
      packets
        .filter((packet) => packet.stream_index === index)
        .map(({ pts = 0, dts = pts, data_hash }) => ({
          pts: wrapped(pts),
          dts: wrapped(dts),
          hash: data_hash.replace('MD5:', ''),
        })),
    ]),
  );
}

/** It must have seen four access units end at their stuffed packet before it trusts that. */
const picturesOfDistrust = 4;

/** Reads with our own, and counts the access units that it hands out before the next one begins. */
function readByUs(bytes: Buffer) {
  let streams: ElementaryStream[] = [];
  const units: PesPacket[] = [];
  let earlyCount = 0;
  let hasNextBegun = false;
  const videoPid = () => streams.find(({ kind }) => kind === 'video')?.pid;
  const demuxer = new MpegTsDemuxer({
    onProgram: (found) => {
      streams = found;
    },
    onPesPacket: (unit) => {
      units.push(unit);
      if (unit.pid === videoPid() && !hasNextBegun) earlyCount++;
    },
  });
  for (let offset = 0; offset < bytes.length; offset += packetBytes) {
    const packet = bytes.subarray(offset, offset + packetBytes);
    const flags = packet.readUInt16BE(1);
    hasNextBegun = (flags & 0x4000) !== 0 && (flags & 0x1fff) === videoPid() && !isSinglePacketPicture(packet);
    demuxer.addBytes(packet);
  }
  hasNextBegun = true;
  demuxer.flush();
  const pictureCount = units.filter(({ pid }) => pid === videoPid()).length;
  const byPid = new Map(
    streams.map(({ pid }) => [
      pid,
      units
        .filter((unit) => unit.pid === pid)
        .map(({ pts, dts, data }): ReadUnit => ({ pts, dts, hash: hashOf(data) })),
    ]),
  );
  return { streams, byPid, units, earlyShare: earlyCount / (pictureCount - picturesOfDistrust) };
}

/** Whether an access unit begins and ends in this packet, by its stuffing. */
const isSinglePacketPicture = (packet: Buffer): boolean => ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) > 7;

const frame = (size?: string, rate?: number) => [...testFrames(size, rate), ...liveH264];
const both = (...audio: string[]) => [...testFrames(), ...testTone(), ...liveH264, '-c:a', ...audio];
const twoSeconds = ['-t', '2'];

const rows: [name: string, args: string[], codecs: string[]][] = [
  ['zerolatency, 30 fps', frame(), ['h264']],
  ['25 fps', frame('320x180', 25), ['h264']],
  ['60 fps, one slice', [...frame('640x360', 60), '-slices', '1'], ['h264']],
  ['four slices', [...frame('640x360'), '-slices', '4'], ['h264']],
  ['a GOP of ten seconds', [...frame(), '-g', '300'], ['h264']],
  ['high profile with B-frames', [...testFrames(), '-c:v', 'libx264', '-preset', 'fast', '-bf', '3'], ['h264']],
  ['interlaced', [...frame('720x576', 25), '-flags', '+ildct+ilme', '-x264-params', 'tff=1'], ['h264']],
  ['AUDs of its own', [...frame(), '-x264-params', 'aud=1:nal-hrd=cbr:vbv-maxrate=500:vbv-bufsize=500'], ['h264']],
  ['HEVC', [...testFrames(), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'], ['hevc']],
  ['MPEG-2', [...testFrames(), '-c:v', 'mpeg2video', '-b:v', '1M'], ['mpeg2video']],
  ['AAC', both('aac'), ['h264', 'aac']],
  ['AAC in LATM', [...both('aac'), '-mpegts_flags', 'latm'], ['h264', 'aac_latm']],
  ['MP2', both('mp2'), ['h264', 'mp2']],
  ['AC-3', both('ac3'), ['h264', 'ac3']],
  ['AC-3 of DVB', [...both('ac3'), '-mpegts_flags', 'system_b'], ['h264', 'ac3']],
  ['E-AC-3', both('eac3'), ['h264', 'eac3']],
  ['Opus', both('libopus'), ['h264', 'opus']],
  ['constant rate', [...both('aac'), '-muxrate', '4M', '-pcr_period', '20'], ['h264', 'aac']],
  ['announced lengths', [...both('aac'), '-omit_video_pes_length', '0'], ['h264', 'aac']],
  ['small audio packets', [...both('aac'), '-pes_payload_size', '0'], ['h264', 'aac']],
  ['large audio packets', [...both('aac'), '-pes_payload_size', '16000'], ['h264', 'aac']],
  [
    'tables all the time',
    [...both('aac'), '-mpegts_flags', 'pat_pmt_at_frames', '-pat_period', '0.02'],
    ['h264', 'aac'],
  ],
  [
    'a program of other numbers',
    [...both('aac'), '-mpegts_service_id', '77', '-mpegts_pmt_start_pid', '480'],
    ['h264', 'aac'],
  ],
  ['the wrap of the clock', [...both('aac'), '-output_ts_offset', '95441.5'], ['h264', 'aac']],
  ['audio alone', [...testTone(), '-c:a', 'aac'], ['aac']],
];

test.each(rows)('%s: the same access units as FFmpeg', async (_, args, codecs) => {
  const bytes = await encode([...args, ...twoSeconds]);
  const file = path.join(directory, `${hashOf(bytes)}.ts`);
  await writeFile(file, bytes);
  const [raw, parsed] = await Promise.all([readByFfmpeg(file, '+noparse+nofillin'), readByFfmpeg(file, '+nofillin')]);
  const ours = readByUs(bytes);
  expect(ours.streams.map(({ codec }) => codec)).toEqual(codecs);
  expect(ours.units.filter(({ isCorrupt }) => isCorrupt)).toEqual([]);
  expect(ours.units.length).toBeGreaterThan(5);
  expect(ours.byPid).toEqual(raw);
  for (const { pid, codec } of ours.streams) {
    if (codec === 'h264') expect(ours.byPid.get(pid)).toEqual(parsed.get(pid));
  }
  if (ours.streams[0]?.kind === 'video') expect(ours.earlyShare).toBeGreaterThan(0.95);
});
