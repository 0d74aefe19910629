import { expect, test } from 'vitest';
import type { SoundWindow } from '@/lib/contracts/worker-protocol';
import { hearOffset, prepareSound, soundRateHz, soundSlotMs, soundWindowSamples } from '@/lib/core/sound-offset';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { audioRateHz } from '@/lib/media/stereo';
import { makeSound } from '@/tests/support/sound/made-sound';
import { SoundWindows } from './sound-windows';

const frameSamples = 960;
const frameMs = 20;
const slotMs = 60_000_000 * soundSlotMs;

/** Plays a sound to a camera whose media clock began at a time of capture. @returns the windows that it sends */
function play(sound: Float32Array, beginsMs: number, options: { holeAt?: number; latencyMs?: number | null } = {}) {
  const { holeAt = Number.POSITIVE_INFINITY, latencyMs = 0 } = options;
  const sent: SoundWindow[] = [];
  const windows = new SoundWindows({
    clock: {
      captureMs: (ticks) => (latencyMs === null ? null : beginsMs + ticks / ticksPerMs - latencyMs),
      wallMs: (ticks) => beginsMs + ticks / ticksPerMs,
    },
    connectCount: () => 3,
    send: async (window) => {
      sent.push(window);
    },
  });
  for (let start = 0; start + frameSamples <= sound.length; start += frameSamples) {
    const frame = new Float32Array(2 * frameSamples);
    for (let index = 0; index < frameSamples; index++) {
      frame[2 * index] = sound[start + index] ?? 0;
      frame[2 * index + 1] = sound[start + index] ?? 0;
    }
    const missing = start >= holeAt ? 100 : 0;
    windows.addSamples(frame, ((start / frameSamples) * frameMs + missing) * ticksPerMs);
  }
  return sent;
}

function samplesOf({ samples }: SoundWindow): Float32Array {
  const bytes = Buffer.from(samples, 'base64');
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index) / 32_768);
}

test('takes the first seconds of each slot, by the time of capture', () => {
  const sound = makeSound('speech', 50, audioRateHz, 1);
  const sent = play(sound, slotMs - 6_000 + 13);
  expect(sent.map(({ startMs }) => Math.round(startMs / soundSlotMs))).toEqual([60_000_000, 60_000_001]);
  for (const { startMs, samples, connectCount } of sent) {
    expect(startMs - Math.round(startMs / soundSlotMs) * soundSlotMs).toBeLessThan(frameMs);
    expect(Buffer.from(samples, 'base64')).toHaveLength(2 * soundWindowSamples);
    expect(connectCount).toBe(3);
  }
});

test('keeps what lies in the band at its time, and nothing of what lies above', () => {
  const sound = makeSound('speech', 14, audioRateHz, 2);
  const [window] = play(sound, slotMs - 1_000);
  if (!window) throw new Error('no window');
  const startSample = ((window.startMs - (slotMs - 1_000)) / 1_000) * audioRateHz;
  const plain = Float32Array.from(
    { length: soundWindowSamples },
    (_, index) => sound[Math.round(startSample + index * (audioRateHz / soundRateHz))] ?? 0,
  );
  const [one, other] = [prepareSound(plain), prepareSound(samplesOf(window))];
  expect(one && other && hearOffset(one, other)?.ms).toBeCloseTo(0, 0);

  const high = sound.map((_, index) => 0.5 * Math.sin((2 * Math.PI * 3_000 * index) / audioRateHz));
  const [heard] = play(high, slotMs - 1_000);
  // The window begins with the tone, which is no tone yet.
  const settled = heard ? samplesOf(heard).subarray(20) : high;
  expect(settled.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeLessThan(0.003);
});

test('sends no silence, no window with a hole, and none that began late', () => {
  const sound = makeSound('speech', 20, audioRateHz, 3);
  expect(play(new Float32Array(sound.length), slotMs - 1_000)).toEqual([]);
  expect(play(sound, slotMs - 1_000, { holeAt: 5 * audioRateHz })).toEqual([]);
  expect(play(sound, slotMs + 100)).toEqual([]);
});

test('counts arrival where no latency is known, as of a phone', () => {
  const sound = makeSound('speech', 14, audioRateHz, 4);
  const [window] = play(sound, slotMs - 1_000, { latencyMs: null });
  expect(window?.startMs).toBeCloseTo(slotMs - 1.5, 1);
});
