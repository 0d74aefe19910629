import { expect, test } from 'vitest';
import { hear, type Microphone, makeSound, type SoundKind } from '@/tests/support/sound/made-sound';
import { throughAac } from '@/tests/support/sound/through-aac';
import { hearOffset, prepareSound, soundRateHz, soundWindowSamples } from './sound-offset';

const hall: Microphone = { rateHz: soundRateHz, ringsSeconds: 1.2, directDb: 3, overNoiseDb: 6, gain: 1, seed: 1 };
const middleSeconds = 4;

/** Lets a microphone hear a window of a sound, by a clock that puts it so much later. */
function listen(sound: Float32Array, microphone: Microphone, lateMs = 0): Float32Array {
  const start = Math.round((middleSeconds - lateMs / 1_000) * soundRateHz);
  return hear(sound, microphone).slice(start, start + soundWindowSamples);
}

function offsetOf(first: Float32Array, second: Float32Array) {
  const [one, other] = [prepareSound(first), prepareSound(second)];
  return one && other && hearOffset(one, other);
}

const sounds: { kind: SoundKind; ringsSeconds: number; overNoiseDb: number; lateMs: number }[] = [
  { kind: 'speech', ringsSeconds: 0, overNoiseDb: 20, lateMs: 0 },
  { kind: 'speech', ringsSeconds: 1.2, overNoiseDb: 6, lateMs: 50 },
  { kind: 'speech', ringsSeconds: 2.5, overNoiseDb: 6, lateMs: -1_300 },
  { kind: 'applause', ringsSeconds: 0.5, overNoiseDb: 6, lateMs: 410 },
  { kind: 'music', ringsSeconds: 0.5, overNoiseDb: 12, lateMs: -120 },
  { kind: 'music', ringsSeconds: 1.2, overNoiseDb: 12, lateMs: 1_300 },
  { kind: 'speech', ringsSeconds: 0.5, overNoiseDb: 12, lateMs: 2_900 },
];

test.each(sounds)('$kind that rings for $ringsSeconds s, $overNoiseDb dB over noise, $lateMs ms late', (row) => {
  const { kind, ringsSeconds, overNoiseDb, lateMs } = row;
  const sound = makeSound(kind, 20, soundRateHz, 7);
  const first = listen(sound, { ...hall, ringsSeconds, overNoiseDb });
  // The second one hears a tenth of it, of the opposite polarity.
  const second = listen(sound, { ...hall, ringsSeconds, overNoiseDb, gain: -0.1, seed: 2 }, lateMs);
  const heard = offsetOf(first, second);
  expect(heard?.ms).toBeGreaterThan(lateMs - 5);
  expect(heard?.ms).toBeLessThan(lateMs + 5);
  expect(heard?.uncertaintyMs).toBeLessThanOrEqual(6);
});

test('windows that went through AAC of 96 kbit/s are heard within 10 ms, and those of two halls or of silence are not', {
  timeout: 60_000,
}, async () => {
  const kinds = ['speech', 'music', 'applause'] as const;
  const sounds = kinds.map((kind, index) => makeSound(kind, 20, soundRateHz, 30 + index));
  const lateMs = [-1_300, 700, 50];
  const silence = new Float32Array(soundWindowSamples);
  const heard = sounds.map((sound) => listen(sound, hall));
  const heardLate = sounds.map((sound, index) => listen(sound, { ...hall, seed: 2 }, lateMs[index]));
  const [firsts, seconds] = await Promise.all([
    throughAac([...heard, silence], soundRateHz, 1),
    throughAac([...heardLate, silence], soundRateHz, 2),
  ]);
  const [quiet, otherQuiet] = [firsts.pop() ?? silence, seconds.pop() ?? silence];
  expect(offsetOf(quiet, otherQuiet)).toBeNull();
  for (const [index, first] of firsts.entries()) {
    const errorMs = (offsetOf(first, seconds[index] ?? first)?.ms ?? Number.NaN) - (lateMs[index] ?? 0);
    expect(Math.abs(errorMs), kinds[index]).toBeLessThan(10);
    expect(offsetOf(first, seconds[(index + 1) % kinds.length] ?? first), kinds[index]).toBeNull();
  }
});

test('a microphone whose clock is 150 ppm fast is heard as well', () => {
  const sound = makeSound('speech', 20, soundRateHz, 8);
  const first = listen(sound, hall);
  const second = listen(sound, { ...hall, seed: 2 }, 300);
  const drifted = second.map((_, index) => second[Math.round(index * (1 + 150e-6))] ?? 0);
  expect(offsetOf(first, drifted)?.ms).toBeCloseTo(300, -1);
});

test('cannot tell from silence, a looped beep, two halls, or one clap each', () => {
  const quiet = new Float32Array(soundWindowSamples);
  expect(prepareSound(quiet)).toBeNull();
  expect(prepareSound(quiet.map((_, index) => 0.0009 * Math.sin(index)))).toBeNull();
  for (const seed of [1, 2]) {
    const beep = makeSound('beep', 20, soundRateHz, seed);
    for (const overNoiseDb of [6, 40]) {
      const second = listen(beep, { ...hall, overNoiseDb, seed: seed + 20 }, 130);
      expect(offsetOf(listen(beep, { ...hall, overNoiseDb, seed }), second)).toBeNull();
    }
    const [one, other] = [makeSound('speech', 20, soundRateHz, seed), makeSound('music', 20, soundRateHz, seed + 9)];
    expect(offsetOf(listen(one, { ...hall, seed }), listen(other, { ...hall, seed: 5 }))).toBeNull();
    const clap = (second: number) => {
      const sound = new Float32Array(20 * soundRateHz);
      sound[Math.round(second * soundRateHz)] = 1;
      return sound;
    };
    expect(offsetOf(listen(clap(8), { ...hall, seed }), listen(clap(8.7), { ...hall, seed: 6 }))).toBeNull();
  }
}, 120_000);
