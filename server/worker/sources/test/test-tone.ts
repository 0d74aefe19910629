import { audioRateHz } from '@/lib/media/stereo';
import { flashMs } from './test-picture';

const toneHz = 1_000;
/** 20 dB below full scale. */
const amplitude = 0.1;
const toneSamples = (flashMs / 1_000) * audioRateHz;
/** The tone begins and ends without a click. */
const fadeSamples = audioRateHz / 500;

const tone = Float32Array.from({ length: toneSamples }, (_, index) => {
  const fade = Math.min(1, index / fadeSamples, (toneSamples - index) / fadeSamples);
  return amplitude * fade * Math.sin((2 * Math.PI * toneHz * index) / audioRateHz);
});

/** Samples of 48 kHz: a tone at each full second, and silence between. @param ms of the first one, since 1970 */
export function testTone(ms: number, count: number): Float32Array {
  const first = Math.round(((ms % 1_000) / 1_000) * audioRateHz);
  return Float32Array.from({ length: count }, (_, index) => tone[(first + index) % audioRateHz] ?? 0);
}
