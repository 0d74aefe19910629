/** Inaudible; digital silence would be minus infinity. */
const floorDbfs = -100;

/** The peaks of stereo audio since they were last taken: one comparison per sample and channel. */
export class PeakMeter {
  #left = 0;
  #right = 0;
  #hasAudio = false;

  /** @param samples left and right alternating, full scale at 1. @returns the highest, in dBFS, at least -100 */
  addSamples(samples: Float32Array): number {
    this.#hasAudio ||= samples.length > 0;
    let [left, right] = [0, 0];
    for (let index = 0; index + 1 < samples.length; index += 2) {
      left = Math.max(left, Math.abs(samples[index] ?? 0));
      right = Math.max(right, Math.abs(samples[index + 1] ?? 0));
    }
    this.#left = Math.max(this.#left, left);
    this.#right = Math.max(this.#right, right);
    return toDbfs(Math.max(left, right));
  }

  /** @returns the highest samples since the last call, [left, right] in dBFS, at least -100; null when none came */
  readDbfs(): [number, number] | null {
    const peaks: [number, number] | null = this.#hasAudio ? [toDbfs(this.#left), toDbfs(this.#right)] : null;
    this.#left = 0;
    this.#right = 0;
    this.#hasAudio = false;
    return peaks;
  }
}

function toDbfs(amplitude: number): number {
  return Math.max(floorDbfs, 20 * Math.log10(amplitude));
}
