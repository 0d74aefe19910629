import type { SoundWindow } from '@/lib/contracts/worker-protocol';
import { clamp } from '@/lib/core/clamp';
import { soundRateHz, soundSlotMs, soundWindowSamples } from '@/lib/core/sound-offset';
import { ticksPerMs } from '@/lib/core/timestamp33';
import type { MediaClock } from '@/lib/media/media-clock';
import { audioRateHz, stereoChannels } from '@/lib/media/stereo';

const decimation = audioRateHz / soundRateHz;
/** Length of the low-pass filter in input samples; twelve output samples make a steep edge. */
const tapCount = 12 * decimation + 1;
/** A higher frequency would be heard as a lower one. */
const cutOffHz = 0.45 * soundRateHz;
/** Samples whose highest is below -60 dBFS are silence. */
const minPeak = 0.001 * 32_767;
/** Timestamps that are further apart than that leave a hole, which begins the window anew. */
const maxHoleTicks = 5 * ticksPerMs;

export interface SoundWindowsOptions {
  clock: Pick<MediaClock, 'captureMs' | 'wallMs'>;
  connectCount(): number;
  /** Hands a window to the gateway. It does not reject. */
  send(window: SoundWindow): Promise<void>;
}

/**
 * Takes a window of a camera's sound at the beginning of each slot of {@link soundSlotMs}. All cameras count slots by the
 * time of capture, so that they hear the same moments.
 */
export class SoundWindows {
  readonly #options: SoundWindowsOptions;
  /** A ring of the last input samples, in mono, twice in a row: so the last ones always lie together. */
  readonly #input = new Float32Array(2 * tapCount);
  #oldest = 0;
  /** Input samples until the next output sample. */
  #untilNext = 0;
  #slot: number | null = null;
  #samples = new Int16Array(soundWindowSamples);
  #count = 0;
  #startTicks = 0;
  #nextTicks = 0;

  constructor(options: SoundWindowsOptions) {
    this.#options = options;
  }

  /**
   * Takes the next decoded audio.
   * @param samples 48 kHz, left and right alternating, full scale at 1
   * @param ticks 90 kHz media clock
   */
  addSamples(samples: Float32Array, ticks: number): void {
    if (this.#slot !== null && Math.abs(ticks - this.#nextTicks) > maxHoleTicks) this.#slot = null;
    const frames = samples.length / stereoChannels;
    this.#nextTicks = ticks + (frames * ticksPerMs * 1_000) / audioRateHz;
    const capturedMs = this.#capturedMs(ticks);
    const slot = Math.floor(capturedMs / soundSlotMs);
    if (this.#slot === null) {
      // A window that began late would miss those of the others.
      if (capturedMs - slot * soundSlotMs > (1_000 * frames) / audioRateHz) return;
      this.#begin(slot, ticks);
    }
    for (let index = 0; index < samples.length; index += stereoChannels) {
      this.#addSample(((samples[index] ?? 0) + (samples[index + 1] ?? 0)) / 2);
    }
    if (this.#count < soundWindowSamples) return;
    this.#slot = null;
    this.#send();
  }

  #begin(slot: number, ticks: number): void {
    this.#slot = slot;
    this.#startTicks = ticks;
    this.#count = 0;
    this.#untilNext = 0;
    this.#input.fill(0);
  }

  #addSample(sample: number): void {
    this.#input[this.#oldest] = sample;
    this.#input[this.#oldest + tapCount] = sample;
    this.#oldest = (this.#oldest + 1) % tapCount;
    if (this.#untilNext-- > 0) return;
    this.#untilNext = decimation - 1;
    if (this.#count === soundWindowSamples) return;
    let sum = 0;
    for (let tap = 0; tap < tapCount; tap++) sum += (taps[tap] ?? 0) * (this.#input[this.#oldest + tap] ?? 0);
    this.#samples[this.#count++] = clamp(Math.round(sum * 32_767), -32_768, 32_767);
  }

  #send(): void {
    if (!this.#samples.some((sample) => Math.abs(sample) > minPeak)) return;
    const { buffer, byteOffset, byteLength } = this.#samples;
    void this.#options.send({
      // The filter delays by half its length.
      startMs: this.#capturedMs(this.#startTicks) - (1_000 * (tapCount - 1)) / 2 / audioRateHz,
      connectCount: this.#options.connectCount(),
      samples: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    });
  }

  /** Without a known SRT latency, as of a phone, its time of arrival counts, as in recordings. */
  #capturedMs(ticks: number): number {
    const { clock } = this.#options;
    return clock.captureMs(ticks) ?? clock.wallMs(ticks);
  }
}

/** A sinc with a Hamming window, whose gain is one. */
const taps = Float32Array.from({ length: tapCount }, (_, tap) => {
  const fromMiddle = tap - (tapCount - 1) / 2;
  const angle = (2 * Math.PI * cutOffHz * fromMiddle) / audioRateHz;
  const sinc = fromMiddle === 0 ? 1 : Math.sin(angle) / angle;
  const window = 0.54 - 0.46 * Math.cos((2 * Math.PI * tap) / (tapCount - 1));
  return (2 * cutOffHz * sinc * window) / audioRateHz;
});
