import { maxOf } from './extremes';
import { Fourier } from './fourier';
import { median } from './median';

/** Sounds are compared at this rate: speech and music have enough below its half. */
export const soundRateHz = 4_000;
/** How long the windows are that are compared. */
export const soundWindowSeconds = 12;
/** Cameras are heard at the same moments, each of which begins so long after the one before. */
export const soundSlotMs = 30_000;
/** Maximum offset between two cameras; an encoder with a long look-ahead takes 1.3 s. */
export const maxSoundOffsetMs = 3_000;

export const soundWindowSamples = soundWindowSeconds * soundRateHz;
/** Below this peak, full scale at 1, a window is silent: -60 dBFS. */
const minPeak = 0.001;
/** Hum lies below the band, and the resampler's edge above it. */
const bandHz = { min: 120, max: 1_900 };
/** One window is heard in pieces, which must agree: a clap in one hall and another clap in a second one are no evidence. */
const pieceCount = 4;
const minAgreeing = 3;
/** Pieces agree within 6 ms. */
const agreementSamples = 0.006 * soundRateHz;
/** Peaks within 25 ms belong to one sound and its reflections. */
const reflectionSamples = 0.025 * soundRateHz;
/** Minimum height of the peak above the next one, both as energies above the mean. A loop has two of the same height. */
const minProminence = 1.5;
/** Minimum height of the peak in terms of the mean energy. Noise over a beep makes one of its peaks stand out by chance. */
const minHeight = 12;
/** The correlation's energy is smoothed over so many samples on either side. */
const smoothingSamples = 2;

const maxLag = (maxSoundOffsetMs / 1_000) * soundRateHz;
/** Holds a window and the largest lag, so that neither end of a window meets the other one. */
const transformSize = 2 ** Math.ceil(Math.log2(soundWindowSamples + maxLag));
/** Rivals of a peak are looked for beyond the offsets that count, as far as the transform goes. */
const searchedLag = transformSize - soundWindowSamples;
const lagCount = 2 * searchedLag + 1;
const minBin = Math.ceil((bandHz.min * transformSize) / soundRateHz);
const maxBin = Math.floor((bandHz.max * transformSize) / soundRateHz);

/** A part of a spectrum in which each frequency counts the same. */
interface Phases {
  real: Float32Array;
  imaginary: Float32Array;
}

/** A window of sound, prepared to be compared with several others. */
export interface PreparedSound {
  whole: Phases;
  pieces: Phases[];
}

/** How much later a second camera's clock puts the same sound than the first one's. */
export interface SoundOffset {
  ms: number;
  /** How far the pieces of a window are apart, at least 1 ms. */
  uncertaintyMs: number;
}

let transform: Fourier | undefined;
const fourier = (): Fourier => {
  transform ??= new Fourier(transformSize);
  return transform;
};

/**
 * Prepares a window for {@link hearOffset}.
 * @param samples {@link soundWindowSamples} of mono, full scale at 1
 * @returns null for silence
 */
export function prepareSound(samples: Float32Array): PreparedSound | null {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak < minPeak) return null;
  const pieceSamples = soundWindowSamples / pieceCount;
  const piece = (index: number) => samples.subarray(index * pieceSamples, (index + 1) * pieceSamples);
  const [whole] = phasesOf(samples, new Float32Array());
  // Each piece keeps its place in the window, so that the lags of all agree.
  const pieces = Array.from({ length: pieceCount / 2 }, (_, pair) =>
    phasesOf(piece(2 * pair), piece(2 * pair + 1), 2 * pair * pieceSamples, (2 * pair + 1) * pieceSamples),
  ).flat();
  return { whole, pieces };
}

/** The phases of two real signals by one transform of a complex one. */
function phasesOf(first: Float32Array, second: Float32Array, firstAt = 0, secondAt = 0): [Phases, Phases] {
  const real = new Float64Array(transformSize);
  const imaginary = new Float64Array(transformSize);
  real.set(first, firstAt);
  imaginary.set(second, secondAt);
  fourier().transform(real, imaginary);
  const phases = (): Phases => ({
    real: new Float32Array(maxBin - minBin),
    imaginary: new Float32Array(maxBin - minBin),
  });
  const [ofFirst, ofSecond] = [phases(), phases()];
  for (let bin = minBin; bin < maxBin; bin++) {
    const mirrored = transformSize - bin;
    const evenReal = (real[bin] ?? 0) + (real[mirrored] ?? 0);
    const oddReal = (real[bin] ?? 0) - (real[mirrored] ?? 0);
    const evenImaginary = (imaginary[bin] ?? 0) + (imaginary[mirrored] ?? 0);
    const oddImaginary = (imaginary[bin] ?? 0) - (imaginary[mirrored] ?? 0);
    setPhase(ofFirst, bin - minBin, evenReal, oddImaginary);
    setPhase(ofSecond, bin - minBin, evenImaginary, -oddReal);
  }
  return [ofFirst, ofSecond];
}

function setPhase(phases: Phases, index: number, real: number, imaginary: number): void {
  const magnitude = Math.sqrt(real * real + imaginary * imaginary);
  if (magnitude === 0) return;
  phases.real[index] = real / magnitude;
  phases.imaginary[index] = imaginary / magnitude;
}

/**
 * Finds the offset between two microphones in one hall by the generalized cross-correlation with phase transform (Knapp
 * and Carter, 1976). Reflections and unlike microphones disturb it little.
 * @returns null where that cannot be told: different sounds, too much noise, or a sound that repeats
 */
export function hearOffset(first: PreparedSound, second: PreparedSound): SoundOffset | null {
  const heard = Array.from({ length: pieceCount / 2 }, (_, pair) =>
    correlate(first.pieces[2 * pair], first.pieces[2 * pair + 1], second.whole),
  ).flat();
  const total = new Float64Array(lagCount);
  for (const energies of heard)
    for (let lag = 0; lag < lagCount; lag++) total[lag] = (total[lag] ?? 0) + (energies[lag] ?? 0);
  const peak = highest(total, 0, lagCount);
  if (Math.abs(peak - searchedLag) > maxLag || !standsOut(total, peak)) return null;
  const agreeing = heard
    .map((energies) => highest(energies, 0, lagCount))
    .filter((lag) => Math.abs(lag - peak) <= agreementSamples);
  if (agreeing.length < minAgreeing) return null;
  const middle = median(agreeing);
  const spread = maxOf(agreeing.map((lag) => Math.abs(lag - middle)));
  return { ms: msOf(middle - searchedLag), uncertaintyMs: Math.max(1, msOf(spread)) };
}

const msOf = (samples: number): number => (samples * 1_000) / soundRateHz;

/** Whether a peak is much higher than the mean, and than the next one that is no reflection. */
function standsOut(energies: Float64Array, peak: number): boolean {
  const before = highest(energies, 0, peak - reflectionSamples);
  const after = highest(energies, peak + reflectionSamples, lagCount);
  const next = Math.max(energies[before] ?? 0, energies[after] ?? 0);
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / lagCount;
  const height = energies[peak] ?? 0;
  return height >= minHeight * mean && height - mean >= minProminence * (next - mean);
}

/**
 * Correlates two pieces with a window by one inverse transform.
 * @returns the energy of each at the lags from -searchedLag to searchedLag
 */
function correlate(first: Phases | undefined, second: Phases | undefined, whole: Phases): [Float64Array, Float64Array] {
  if (!first || !second) throw new RangeError('sound has pieces in pairs');
  const real = new Float64Array(transformSize);
  const imaginary = new Float64Array(transformSize);
  for (let index = 0; index < maxBin - minBin; index++) {
    const wholeReal = whole.real[index] ?? 0;
    const wholeImaginary = whole.imaginary[index] ?? 0;
    const firstReal = (first.real[index] ?? 0) * wholeReal + (first.imaginary[index] ?? 0) * wholeImaginary;
    const firstImaginary = (first.real[index] ?? 0) * wholeImaginary - (first.imaginary[index] ?? 0) * wholeReal;
    const secondReal = (second.real[index] ?? 0) * wholeReal + (second.imaginary[index] ?? 0) * wholeImaginary;
    const secondImaginary = (second.real[index] ?? 0) * wholeImaginary - (second.imaginary[index] ?? 0) * wholeReal;
    const mirrored = transformSize - minBin - index;
    real[minBin + index] = firstReal - secondImaginary;
    imaginary[minBin + index] = firstImaginary + secondReal;
    real[mirrored] = firstReal + secondImaginary;
    imaginary[mirrored] = secondReal - firstImaginary;
  }
  fourier().invert(real, imaginary);
  return [energiesOf(real), energiesOf(imaginary)];
}

/** The smoothed energy of a correlation, which is the same for microphones of opposite polarity. */
function energiesOf(correlation: Float64Array): Float64Array {
  const energies = new Float64Array(lagCount);
  const energyAt = (lag: number) => (correlation[(lag + transformSize) % transformSize] ?? 0) ** 2;
  let sum = 0;
  for (let lag = -searchedLag - smoothingSamples; lag <= searchedLag + smoothingSamples; lag++) {
    sum += energyAt(lag);
    const centre = lag - smoothingSamples;
    if (centre < -searchedLag) continue;
    energies[centre + searchedLag] = sum;
    sum -= energyAt(centre - smoothingSamples);
  }
  return energies;
}

function highest(values: Float64Array, from: number, to: number): number {
  let best = Math.max(0, from);
  for (let index = best; index < Math.min(values.length, to); index++) {
    if ((values[index] ?? 0) > (values[best] ?? 0)) best = index;
  }
  return best;
}
