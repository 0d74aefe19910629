import { spawnSync } from 'node:child_process';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { integratedLufs, loudnessRangeLu } from '@/lib/core/loudness';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import type { AudioCodec } from '@/lib/media/codecs/audio-decoder';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { AudioWatch } from '@/server/worker/monitor/audio/audio-watch';
import { CameraAudio } from '@/server/worker/outputs/room/camera-audio';
import { damage } from '../support/camera/damage';
import { encode, testTone } from '../support/camera/encode';
import { flippingAdts } from '../support/camera/hostile-media';
import { SeededRandom } from '../support/random';
import { decodeOpus } from '../support/room/decode-opus';
import { toneShare } from '../support/room/tone-share';

const ticksPerMs = 90;
const opusFrameTicks = 20 * ticksPerMs;
const toneHz = 440;

interface OpusFrame {
  data: Buffer;
  ticks: number;
}

// It would complain about each damaged frame.
beforeAll(() => Log.setLevel(AV_LOG_QUIET));

interface Way {
  audio: AudioWatch;
  /** Frames that reach the room. */
  frames: OpusFrame[];
  /** How often something failed. */
  readonly faultCount: number;
}

/** The way of a camera's audio: decoded and measured by the monitor, encoded for the room. */
function open(codec: AudioCodec, isHeard = () => true, now?: () => number): Way {
  const frames: OpusFrame[] = [];
  let faultCount = 0;
  let nowMs = 0;
  const faults = {
    add: () => {
      faultCount++;
    },
  };
  // Frames come about as fast as a camera sends them.
  const tick = () => {
    nowMs += 25;
    return nowMs;
  };
  const audio = new AudioWatch(faults, now ?? tick);
  const room = {
    get isHeard() {
      return isHeard();
    },
    sendAudio: (data: Buffer, ticks: number) => frames.push({ data, ticks }),
  };
  const toRoom = new CameraAudio({ room, faults });
  audio.subscribe('room', (frame, ticks) => toRoom.addFrame(frame, ticks));
  audio.start(codec);
  onTestFinished(() => {
    audio.stop();
    toRoom.stop();
  });
  return {
    audio,
    frames,
    get faultCount() {
      return faultCount;
    },
  };
}

interface DemuxedAudio {
  codec: AudioCodec;
  units: PesPacket[];
}

/** A tone, as an encoder sends it. */
const makeAudio = async (args: string[], rateHz = 48_000, seconds = 2): Promise<DemuxedAudio> =>
  demux(await encode([...testTone(rateHz), ...args, '-t', String(seconds)]));

function demux(bytes: Buffer): DemuxedAudio {
  const units: PesPacket[] = [];
  let codec: AudioCodec | undefined;
  const demuxer = new MpegTsDemuxer({
    onProgram: ([stream]) => {
      if (stream?.kind === 'audio') codec = stream.codec;
    },
    onPesPacket: (unit) => units.push(unit),
  });
  demuxer.addBytes(bytes);
  demuxer.flush();
  if (!codec) throw new Error('no audio');
  return { codec, units };
}

/** How often the tone of the left channel goes up through zero in a second: its frequency. */
function decodeToHz(frames: OpusFrame[]): number {
  const { left } = decodeOpus(frames.map(({ data }) => data));
  const crossings = left.filter((sample, index) => sample >= 0 && (left[index - 1] ?? 0) < 0).length;
  return (crossings * 48_000) / left.length;
}

const rows: [name: string, args: string[], rateHz?: number][] = [
  ['AAC, 48 kHz stereo', ['-c:a', 'aac', '-ac', '2']],
  ['AAC, 44.1 kHz mono', ['-c:a', 'aac', '-ac', '1'], 44_100],
  ['AAC, 5.1', ['-c:a', 'aac', '-ac', '6']],
  ['AAC in LATM', ['-c:a', 'aac', '-ac', '2', '-mpegts_flags', 'latm']],
  ['MP2', ['-c:a', 'mp2', '-ac', '2']],
  ['MP2, 32 kHz', ['-c:a', 'mp2', '-ac', '2'], 32_000],
  ['AC-3', ['-c:a', 'ac3', '-ac', '2']],
  ['AC-3, 5.1', ['-c:a', 'ac3', '-ac', '6']],
  ['E-AC-3', ['-c:a', 'eac3', '-ac', '2']],
  ['Opus', ['-c:a', 'libopus', '-ac', '2']],
  ['DTS', ['-c:a', 'dca', '-strict', '-2', '-ac', '2']],
  ['PCM (SMPTE 302M)', ['-c:a', 's302m', '-strict', '-2', '-ac', '2']],
];

test.each(rows)('%s becomes Opus of 20 ms that sounds the same, at the same time', async (_, args, rateHz) => {
  const { codec, units } = await makeAudio(args, rateHz);
  const { audio, frames } = open(codec);
  for (const unit of units) audio.addPacket({ data: unit.data, ticks: unit.pts });
  expect(frames.length).toBeGreaterThan(85);
  expect(frames.length).toBeLessThanOrEqual(102);
  const first = units[0]?.pts ?? 0;
  for (const [index, { ticks }] of frames.entries()) {
    // Within a millisecond of the time of the audio in it.
    expect(Math.abs(ticks - (first + index * opusFrameTicks))).toBeLessThanOrEqual(ticksPerMs);
  }
  expect(Math.abs(decodeToHz(frames.slice(5)) - toneHz)).toBeLessThan(10);
});

/** Root mean square above some 8 kHz. The second difference removes the tones. */
function trebleOf(samples: Float32Array): number {
  const differences = samples.map(
    (sample, index) => sample - 2 * (samples[index - 1] ?? 0) + (samples[index - 2] ?? 0),
  );
  return Math.sqrt(differences.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

describe('HE-AAC, whose header names half of its rate, and of version 2 one channel', () => {
  test.each([
    ['version 1 in ADTS', 'he-aac-v1.aac', 'aac'],
    ['version 2 in ADTS', 'he-aac-v2.aac', 'aac'],
    ['version 1 in LATM', 'he-aac-v1.loas', 'aac_latm'],
    ['version 2 in LATM', 'he-aac-v2.loas', 'aac_latm'],
  ])('%s: both channels and the treble are heard, without a gap', async (_, file, expected) => {
    const { codec, units } = demux(await encode(['-i', `tests/fixtures/${file}`, '-c:a', 'copy']));
    expect(codec).toBe(expected);
    const { audio, frames } = open(codec);
    for (const unit of units) audio.addPacket({ data: unit.data, ticks: unit.pts });
    expect(audio.source).toEqual({ sampleRateHz: 48_000, channels: 2 });
    const steps = frames.slice(1).map(({ ticks }, index) => ticks - (frames[index]?.ticks ?? 0));
    expect(new Set(steps)).toEqual(new Set([opusFrameTicks]));
    // Three seconds, and what the encoder was ahead.
    expect(frames.length).toBeGreaterThan(145);
    expect(frames.length).toBeLessThan(160);
    expect(Math.abs((frames[0]?.ticks ?? 0) - (units[0]?.pts ?? 0))).toBeLessThanOrEqual(ticksPerMs);
    const { left, right } = decodeOpus(frames.slice(25, 125).map(({ data }) => data));
    expect(toneShare(left, 440)).toBeGreaterThan(0.9);
    expect(toneShare(right, 1_000)).toBeGreaterThan(0.9);
    for (const channel of [left, right]) expect(trebleOf(channel)).toBeGreaterThan(0.03);
  });
});

test.each([1, 2])('the peaks of %i channels are those that the camera sends', async (channels) => {
  // A tone of −18 dBFS.
  const { codec, units } = await makeAudio(['-af', 'volume=17dB', '-c:a', 'aac', '-b:a', '192k', '-ac', `${channels}`]);
  const { audio } = open(codec);
  for (const unit of units.slice(5)) audio.addPacket({ data: unit.data, ticks: unit.pts });
  const peaks = audio.readPeakDbfs() ?? [];
  // ffmpeg makes two channels of one 3 dB quieter, before it encodes them.
  for (const peak of peaks) expect(Math.abs(peak - (channels === 1 ? -1 : -4))).toBeLessThan(1);
  expect(peaks).toHaveLength(2);
});

test('the loudness of its seconds is what FFmpeg measures of the whole', async () => {
  // Loud, quiet and almost silent seconds: both gates have something to leave out.
  const gain = "volume='if(lt(mod(t,10),5),1.5,if(lt(mod(t,10),8),0.4,0.001))':eval=frame";
  const bytes = await encode([...testTone(48_000), '-af', gain, '-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-t', '30']);
  const { codec, units } = demux(bytes);
  const { audio } = open(codec);
  const [seconds, shortTerms] = [new Map<number, number>(), new Map<number, number>()];
  const firstPts = units[0]?.pts ?? 0;
  let second = 0;
  for (const { data, pts } of units) {
    if (pts >= firstPts + (second + 1) * ticksPerSecond) {
      second++;
      const { momentaryLufs, shortTermLufs } = audio.readLoudness() ?? {
        momentaryLufs: null,
        shortTermLufs: null,
      };
      if (momentaryLufs !== null) seconds.set(momentaryLufs, 1);
      if (shortTermLufs !== null) shortTerms.set(shortTermLufs, 1);
    }
    audio.addPacket({ data, ticks: pts });
  }
  const { stderr } = spawnSync('ffmpeg', ['-nostdin', '-i', '-', '-af', 'ebur128', '-f', 'null', '-'], {
    input: bytes,
  });
  const summaryOf = (name: string) =>
    Number(new RegExp(`Summary:[^]*\\b${name}: +(-?[\\d.]+)`).exec(stderr.toString())?.[1]);
  const summary = { lufs: summaryOf('I'), rangeLu: summaryOf('LRA') };
  expect(Math.abs((integratedLufs(seconds) ?? 0) - summary.lufs)).toBeLessThan(0.5);
  expect(Math.abs((loudnessRangeLu(shortTerms) ?? 0) - summary.rangeLu)).toBeLessThan(1);
  expect(summary.rangeLu).toBeGreaterThan(3);
});

test('a change of rate and channels in mid-stream is followed, in time', async () => {
  const { audio, frames } = open('aac');
  let ticks = 0;
  for (const [args, rateHz] of [
    [['-c:a', 'aac', '-ac', '2'], 48_000],
    [['-c:a', 'aac', '-ac', '1'], 44_100],
    [['-c:a', 'aac', '-ac', '6'], 48_000],
    [['-c:a', 'aac', '-ac', '2'], 32_000],
  ] as const) {
    const { units } = await makeAudio([...args, '-pes_payload_size', '0'], rateHz);
    const first = units[0]?.pts ?? 0;
    for (const { data, pts } of units) audio.addPacket({ data, ticks: ticks + pts - first });
    ticks += (units.at(-1)?.pts ?? 0) - first + Math.round((1024 * 90_000) / rateHz);
    expect(Math.abs((frames.at(-1)?.ticks ?? 0) - ticks)).toBeLessThan(60 * ticksPerMs);
    expect(Math.abs(decodeToHz(frames.slice(-50)) - toneHz)).toBeLessThan(10);
  }
  expect(frames.length).toBeGreaterThan(4 * 85);
});

describe('AAC', () => {
  const makeAac = () => makeAudio(['-c:a', 'aac', '-ac', '2', '-pes_payload_size', '0']);

  test('cut anywhere, as by PES packets that end in the middle of a frame, is not lost', async () => {
    const { units } = await makeAac();
    const whole = open('aac');
    for (const unit of units) whole.audio.addPacket({ data: unit.data, ticks: unit.pts });
    const { audio, frames } = open('aac');
    const random = new SeededRandom(1);
    for (const { data, pts } of units) {
      const cut = random.integer(data.length);
      audio.addPacket({ data: data.subarray(0, cut), ticks: pts });
      audio.addPacket({ data: data.subarray(cut), ticks: pts });
    }
    expect(frames.length).toBe(whole.frames.length);
  });

  test('a microphone whose clock is off stays in time, without a gap', async () => {
    const { units } = await makeAudio(['-c:a', 'aac', '-ac', '2', '-pes_payload_size', '0'], 48_000, 20);
    const behindMs = [0, 2_000, -2_000].map((ppm) => {
      const { audio, frames } = open('aac');
      const startTicks = units[0]?.pts ?? 0;
      const stamp = (pts: number) => Math.round(startTicks + (pts - startTicks) * (1 + ppm / 1e6));
      for (const { data, pts } of units) audio.addPacket({ data, ticks: stamp(pts) });
      const steps = frames.slice(1).map(({ ticks }, index) => ticks - (frames[index]?.ticks ?? 0));
      expect(new Set(steps)).toEqual(new Set([opusFrameTicks]));
      expect(Math.abs(decodeToHz(frames.slice(50)) - toneHz)).toBeLessThan(3);
      return (stamp(units.at(-1)?.pts ?? 0) - (frames.at(-1)?.ticks ?? 0)) / ticksPerMs;
    });
    // To an Opus frame; without being held to its timestamps the audio would be 40 ms off.
    for (const ms of behindMs) expect(Math.abs(ms - (behindMs[0] ?? 0))).toBeLessThanOrEqual(20);
  });

  test('a jump of the timeline is followed', async () => {
    const { units } = await makeAac();
    const { audio, frames } = open('aac');
    const jumpTicks = 7_000 * ticksPerMs;
    const middle = Math.floor(units.length / 2);
    for (const [index, unit] of units.entries())
      audio.addPacket({ data: unit.data, ticks: unit.pts + (index < middle ? 0 : jumpTicks) });
    const jumps = frames.flatMap(({ ticks }, index) => {
      const step = ticks - (frames[index - 1]?.ticks ?? ticks - opusFrameTicks);
      return Math.abs(step - opusFrameTicks) > 2 ? [{ step, ticks }] : [];
    });
    expect(jumps).toHaveLength(1);
    const expected = (units[middle]?.pts ?? 0) + jumpTicks;
    expect(Math.abs((jumps[0]?.ticks ?? 0) - expected)).toBeLessThan(30 * ticksPerMs);
  });

  test('what nobody wants is measured and not encoded, and what is wanted again is in time', async () => {
    const { units } = await makeAac();
    let isWanted = false;
    const { audio, frames } = open('aac', () => isWanted);
    const half = Math.floor(units.length / 2);
    for (const unit of units.slice(0, half)) audio.addPacket({ data: unit.data, ticks: unit.pts });
    expect(frames).toEqual([]);
    expect(audio.readPeakDbfs()?.[0]).toBeGreaterThan(-30);
    isWanted = true;
    for (const unit of units.slice(half)) audio.addPacket({ data: unit.data, ticks: unit.pts });
    expect(Math.abs((frames[0]?.ticks ?? 0) - (units[half]?.pts ?? 0))).toBeLessThan(50 * ticksPerMs);
    expect(Math.abs((frames.at(-1)?.ticks ?? 0) - (units.at(-1)?.pts ?? 0))).toBeLessThan(50 * ticksPerMs);
    expect(Math.abs(decodeToHz(frames.slice(5)) - toneHz)).toBeLessThan(10);
  });

  test('what is lost is a gap in time, and the audio after it is in time', async () => {
    const { units } = await makeAac();
    const { audio, frames } = open('aac');
    for (const [index, unit] of units.entries())
      if (index < 30 || index >= 50) audio.addPacket({ data: unit.data, ticks: unit.pts });
    const last = units.at(-1)?.pts ?? 0;
    expect(Math.abs((frames.at(-1)?.ticks ?? 0) - last)).toBeLessThan(50 * ticksPerMs);
  });
});

test.each(rows)(
  '%s with damage in its midst never throws, and is in time again afterwards',
  async (_, args, rateHz) => {
    const { codec, units } = await makeAudio([...args, '-pes_payload_size', '0'], rateHz, 4);
    const random = new SeededRandom(7);
    for (let round = 0; round < 5; round++) {
      const { audio, frames } = open(codec);
      const [from, to] = [Math.floor(units.length * 0.2), Math.floor(units.length * 0.3)];
      for (const [index, unit] of units.entries()) {
        const isDamaged = index >= from && index < to;
        audio.addPacket({ data: isDamaged ? spoil(unit.data, random) : unit.data, ticks: unit.pts });
      }
      const last = units.at(-1)?.pts ?? 0;
      expect(Math.abs((frames.at(-1)?.ticks ?? 0) - last)).toBeLessThan(100 * ticksPerMs);
      expect(Math.abs(decodeToHz(frames.slice(-25)) - toneHz)).toBeLessThan(20);
    }
  },
);

const spoil = (data: Buffer, random: SeededRandom): Buffer =>
  random.integer(3) === 0
    ? random.bytes(1 + random.integer(2000))
    : damage(Buffer.concat([data, Buffer.alloc(200)]), random);

test('tiny frames that each announce another format are not all decoded, or a second of them would take several', async () => {
  const bytes = await flippingAdts(10_000, 2);
  const { codec, units } = demux(bytes);
  const way = open(
    codec,
    () => true,
    () => performance.now(),
  );
  const startMs = performance.now();
  for (const { data, pts } of units) way.audio.addPacket({ data, ticks: pts });
  expect(way.faultCount).toBeLessThan(5_000);
  expect(performance.now() - startMs).toBeLessThan(2_500);
});
