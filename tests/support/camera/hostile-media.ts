import { encode } from './encode';
import { buildH264Sps, buildHevcSps } from './parameter-sets';
import { packetBytes, patTable, pmtTable, TransportStream } from './transport-stream';

/* Media that no encoder sends, as transport streams of whole packets. */

const pids = { map: 0x1000, video: 0x100, audio: 0x101, otherVideo: 0x102, otherAudio: 0x103 };
/** ISO/IEC 13818-1, table 2-34. */
const types = { h264: 0x1b, hevc: 0x24, aac: 0x0f, mp2: 0x03 };
const startCode = Buffer.from([0, 0, 0, 1]);
const ticksPerSecond = 90_000;
const fps = 30;

/** x265's parameter sets, and the slices of a small frame. */
const hevc = {
  vps: Buffer.from('40010c01ffff02200000030090000003000003001e959409', 'hex'),
  pps: Buffer.from('4401c073c089', 'hex'),
  slice: Buffer.from('2801ac760d9091d238', 'hex'),
};
const h264 = { pps: Buffer.from('68ce0f2c80', 'hex'), slice: Buffer.from('658884000400', 'hex') };

/** Video whose parameter sets announce this size, 30 times a second. */
export function giantVideo(codec: 'h264' | 'hevc', size: { width: number; height: number }, seconds: number): Buffer {
  const nals =
    codec === 'hevc'
      ? [hevc.vps, ...buildHevcSps(size), hevc.pps, hevc.slice]
      : [...buildH264Sps(size), h264.pps, h264.slice];
  const accessUnit = Buffer.concat(nals.flatMap((nal) => [startCode, nal]));
  const stream = new TransportStream();
  const packets = Array.from({ length: fps * seconds }, (_, index) => [
    ...stream.section(0, patTable([{ number: 1, pmtPid: pids.map }])),
    ...stream.section(pids.map, pmtTable([{ pid: pids.video, type: types[codec] }])),
    ...stream.pes(pids.video, accessUnit, { pts: (index * ticksPerSecond) / fps }),
  ]);
  return Buffer.concat(packets.flat());
}

/** Program maps that change with each packet. */
export function flippingProgramMaps(kbps: number, seconds: number): Buffer {
  const stream = new TransportStream();
  const maps = [
    [
      { pid: pids.video, type: types.h264 },
      { pid: pids.audio, type: types.aac },
    ],
    [
      { pid: pids.otherVideo, type: types.hevc },
      { pid: pids.otherAudio, type: types.mp2 },
    ],
    [{ pid: pids.otherAudio, type: types.mp2 }],
  ].map((streams) => pmtTable(streams));
  const packets = stream.section(0, patTable([{ number: 1, pmtPid: pids.map }]));
  const count = Math.floor((kbps * 125 * seconds) / packetBytes);
  while (packets.length < count) for (const map of maps) packets.push(...stream.section(pids.map, map));
  return Buffer.concat(packets);
}

/** AAC whose every frame, of few bytes, announces another rate and other channels than the one before it. */
export async function flippingAdts(kbps: number, seconds: number): Promise<Buffer> {
  const silence = await encode(['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-c:a', 'aac', '-t', '1'], 'adts');
  const frames = cutAdts(silence).map(flipConfiguration);
  const group = Buffer.concat(frames);
  const stream = new TransportStream();
  const packets = [
    ...stream.section(0, patTable([{ number: 1, pmtPid: pids.map }])),
    ...stream.section(pids.map, pmtTable([{ pid: pids.audio, type: types.aac }])),
  ];
  const groupCount = Math.ceil((kbps * 125 * seconds) / group.length);
  for (let index = 0; index < groupCount; index++) {
    const pts = Math.floor((index * seconds * ticksPerSecond) / groupCount);
    packets.push(...stream.pes(pids.audio, group, { pts, isBounded: group.length < 60_000 }));
  }
  return Buffer.concat(packets);
}

/** ISO/IEC 13818-7, 6.2.1 */
function cutAdts(data: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let offset = 0; offset + 7 <= data.length; ) {
    const length = (data.readUIntBE(offset + 3, 3) >> 5) & 0x1fff;
    frames.push(data.subarray(offset, offset + length));
    offset += length;
  }
  return frames;
}

/** Gives an ADTS frame the index-th of several rates and channel counts (ISO/IEC 13818-7, 6.2.1). */
export function flipConfiguration(frame: Buffer, index: number): Buffer {
  const flipped = Buffer.from(frame);
  const rateIndex = [3, 4, 11, 7][index % 4] ?? 3;
  const channels = [2, 1, 6][index % 3] ?? 2;
  flipped[2] = ((flipped[2] ?? 0) & 0xc2) | (rateIndex << 2) | (channels >> 2);
  flipped[3] = ((flipped[3] ?? 0) & 0x3f) | ((channels & 3) << 6);
  return flipped;
}
