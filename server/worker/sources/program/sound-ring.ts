import { audioRateHz, stereoChannels } from '@/lib/media/stereo';

const seconds = 8;
const capacity = seconds * audioRateHz;

/** The last seconds of a camera's sound, by the time of capture: stereo of 48 kHz. Gaps are silent. */
export class SoundRing {
  readonly #samples = new Float32Array(capacity * stereoChannels);
  /** The samples that are there, counted since 1970. */
  #from = 0;
  #to = 0;

  /** @param first counted since 1970 @param samples left and right alternating */
  write(first: number, samples: Float32Array): void {
    const count = samples.length / stereoChannels;
    if (first > this.#to + capacity || first + count <= this.#from) this.#from = this.#to = first;
    for (let index = this.#to; index < first; index++)
      this.#samples.fill(0, this.#at(index), this.#at(index) + stereoChannels);
    for (let index = 0; index < count; index++) {
      const at = this.#at(first + index);
      for (let channel = 0; channel < stereoChannels; channel++) {
        this.#samples[at + channel] = samples[index * stereoChannels + channel] ?? 0;
      }
    }
    this.#to = first + count;
    this.#from = Math.max(Math.min(this.#from, first), this.#to - capacity);
  }

  /**
   * Adds samples to a block of one channel behind the other, while a gain moves evenly.
   * @param first counted since 1970
   */
  mixInto(block: Float32Array, first: number, fromGain: number, toGain: number): void {
    const count = block.length / stereoChannels;
    for (let index = 0; index < count; index++) {
      const sample = first + index;
      if (sample < this.#from || sample >= this.#to) continue;
      const gain = fromGain + ((toGain - fromGain) * index) / count;
      const at = this.#at(sample);
      for (let channel = 0; channel < stereoChannels; channel++) {
        const to = channel * count + index;
        block[to] = (block[to] ?? 0) + (this.#samples[at + channel] ?? 0) * gain;
      }
    }
  }

  #at(sample: number): number {
    return (sample % capacity) * stereoChannels;
  }
}
