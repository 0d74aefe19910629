import { Fourier } from '@/lib/core/fourier';
import { SeededRandom } from '../random';

/** A source of numbers around zero and from zero to one. */
class Dice {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  /** From `min` to `max`. */
  between(min: number, max: number): number {
    return min + (max - min) * (this.#random.integer(2 ** 30) / 2 ** 30);
  }

  /** About normal, with a variance of one. */
  noise(): number {
    return this.between(-1, 1) + this.between(-1, 1) + this.between(-1, 1);
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random.integer(items.length)];
  }
}

/** Kinds of sound in a hall. `beep` is a loop: the same sound each second, exactly. */
export const soundKinds = ['speech', 'music', 'applause', 'beep', 'silence'] as const;
export type SoundKind = (typeof soundKinds)[number];

/** Makes sound of about full scale. @param rateHz its samples a second */
export function makeSound(kind: SoundKind, seconds: number, rateHz: number, seed: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rateHz));
  makers[kind](samples, rateHz, new Dice(seed));
  return samples;
}

const makers: Record<SoundKind, (samples: Float32Array, rateHz: number, dice: Dice) => void> = {
  silence: () => {},
  speech: makeSpeech,
  music: makeMusic,
  applause(samples, rateHz, dice) {
    for (let start = 0; start < samples.length; start += rateHz * dice.between(0, 0.02)) {
      addBurst(samples, start, rateHz * 0.01, dice, dice.between(0.05, 0.4));
    }
  },
  beep(samples, rateHz) {
    for (let index = 0; index < samples.length; index++) {
      const seconds = (index / rateHz) % 1;
      samples[index] = seconds < 0.2 ? 0.5 * Math.sin(2 * Math.PI * 1_000 * seconds) : 0;
    }
  },
};

/** Syllables of a voice between 90 and 220 Hz with two formants, hissing ones, and pauses of up to a second. */
function makeSpeech(samples: Float32Array, rateHz: number, dice: Dice): void {
  let start = 0;
  let voiceHz = dice.between(90, 220);
  while (start < samples.length) {
    const length = Math.round(rateHz * dice.between(0.08, 0.25));
    const isVoiced = dice.between(0, 1) < 0.75;
    const formants = [resonator(dice.between(300, 800), rateHz), resonator(dice.between(900, 1_800), rateHz)];
    voiceHz = Math.min(240, Math.max(80, voiceHz * dice.between(0.9, 1.1)));
    let phase = 0;
    const level = dice.between(0.1, 0.6);
    for (let index = 0; index < length && start + index < samples.length; index++) {
      phase += (voiceHz * (1 + (0.1 * index) / length)) / rateHz;
      const isPulse = phase >= 1;
      if (isPulse) phase -= 1;
      const excitation = isVoiced ? (isPulse ? 1 : 0) + 0.02 * dice.noise() : 0.15 * dice.noise();
      const voice = formants.reduce((sum, formant) => sum + formant(excitation), 0);
      samples[start + index] = level * voice * Math.sin((Math.PI * index) / length);
    }
    start += length + Math.round(rateHz * (dice.between(0, 1) < 0.2 ? dice.between(0.1, 1) : dice.between(0, 0.05)));
  }
}

/** A beat of samples that repeat exactly, four chords that repeat, and a melody that does not. */
function makeMusic(samples: Float32Array, rateHz: number, dice: Dice): void {
  const beat = (60 / dice.between(90, 140)) * rateHz;
  const drum = new Float32Array(Math.round(0.15 * rateHz));
  addBurst(drum, 0, drum.length, dice, 0.5);
  const roots = Array.from({ length: 4 }, () => 110 * 2 ** (Math.round(dice.between(0, 12)) / 12));
  for (let count = 0; count * beat < samples.length; count++) {
    const start = Math.round(count * beat);
    for (let index = 0; index < drum.length && start + index < samples.length; index++) {
      samples[start + index] = (samples[start + index] ?? 0) + (drum[index] ?? 0);
    }
    const root = roots[Math.floor(count / 4) % 4] ?? 110;
    for (const ratio of [1, 1.25, 1.5]) addNote(samples, start, rateHz, root * ratio, 0.08);
    const eighth = Math.round(start + beat / 2);
    addNote(samples, start, rateHz, root * 2 ** (Math.round(dice.between(0, 24)) / 12), dice.between(0, 0.25));
    addNote(samples, eighth, rateHz, root * 2 ** (Math.round(dice.between(0, 24)) / 12), dice.between(0, 0.25));
  }
}

/** Six harmonics that decay, each as the ringing of a filter. */
function addNote(samples: Float32Array, start: number, rateHz: number, hz: number, level: number): void {
  const length = Math.min(samples.length - start, Math.round(0.6 * rateHz));
  const radius = Math.exp(-4 / (0.6 * rateHz));
  for (let harmonic = 1; harmonic <= 6 && hz * harmonic < rateHz / 2; harmonic++) {
    const angle = (2 * Math.PI * hz * harmonic) / rateHz;
    const turn = 2 * radius * Math.cos(angle);
    let before = 0;
    let value = (level / harmonic) * Math.sin(angle) * radius;
    for (let index = start + 1; index < start + length; index++) {
      samples[index] = (samples[index] ?? 0) + value;
      const next = turn * value - radius * radius * before;
      before = value;
      value = next;
    }
  }
}

function addBurst(samples: Float32Array, start: number, length: number, dice: Dice, level: number): void {
  for (let index = 0; index < length; index++) {
    const at = Math.round(start) + index;
    if (at < samples.length) samples[at] = (samples[at] ?? 0) + level * dice.noise() * Math.exp((-5 * index) / length);
  }
}

/** A band of 80 Hz around a formant. */
function resonator(hz: number, rateHz: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * 80) / rateHz);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / rateHz);
  let [last, beforeLast] = [0, 0];
  return (input) => {
    const output = input + turn * last - radius * radius * beforeLast;
    [beforeLast, last] = [last, output];
    return 0.3 * output;
  };
}

export interface Microphone {
  rateHz: number;
  /** How long its hall rings, in seconds to -60 dB; 0: in the open. */
  ringsSeconds: number;
  /** Level of the direct sound against all reflections, in dB. */
  directDb: number;
  /** Sound against the microphone's own noise, in dB. */
  overNoiseDb: number;
  gain: number;
  seed: number;
}

/** Lets a microphone hear a sound, with reflections and noise of its own. */
export function hear(
  sound: Float32Array,
  { rateHz, ringsSeconds, directDb, overNoiseDb, gain, seed }: Microphone,
): Float32Array {
  const dice = new Dice(seed);
  const ringing = new Float32Array(Math.max(1, Math.round(ringsSeconds * rateHz)));
  for (let index = Math.round(0.003 * rateHz); index < ringing.length; index++) {
    ringing[index] = dice.noise() * 10 ** ((-3 * index) / ringing.length);
  }
  const reflected = Math.sqrt(ringing.reduce((sum, value) => sum + value * value, 0));
  const scale = reflected > 0 ? 10 ** (-directDb / 20) / reflected : 0;
  for (let index = 0; index < ringing.length; index++) ringing[index] = (ringing[index] ?? 0) * scale;
  ringing[0] = 1;
  const heard = convolve(sound, ringing);
  const noise = new Float32Array(heard.length);
  let low = 0;
  for (let index = 0; index < noise.length; index++) {
    low = 0.95 * low + 0.3 * dice.noise();
    noise[index] = 0.5 * dice.noise() + low;
  }
  const noiseScale = Math.max(levelOf(heard), 1e-4) / levelOf(noise) / 10 ** (overNoiseDb / 20);
  return heard.map((value, index) => gain * (value + noiseScale * (noise[index] ?? 0)));
}

const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

function convolve(sound: Float32Array, response: Float32Array): Float32Array {
  const size = 2 ** Math.ceil(Math.log2(sound.length + response.length));
  const fourier = new Fourier(size);
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  const [otherReal, otherImaginary] = [new Float64Array(size), new Float64Array(size)];
  real.set(sound);
  otherReal.set(response);
  fourier.transform(real, imaginary);
  fourier.transform(otherReal, otherImaginary);
  for (let bin = 0; bin < size; bin++) {
    const [a, b, c, d] = [real[bin] ?? 0, imaginary[bin] ?? 0, otherReal[bin] ?? 0, otherImaginary[bin] ?? 0];
    real[bin] = a * c - b * d;
    imaginary[bin] = a * d + b * c;
  }
  fourier.invert(real, imaginary);
  return Float32Array.from(real.subarray(0, sound.length), (value) => value / size);
}
