/** How much of the power of audio is in one tone, 0 to 1, by Goertzel's algorithm. */
export function toneShare(samples: Float32Array, hz: number, rateHz = 48_000): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rateHz);
  let [last, beforeLast, power] = [0, 0, 0];
  for (const sample of samples) {
    [last, beforeLast] = [sample + turn * last - beforeLast, last];
    power += sample * sample;
  }
  const tone = last * last + beforeLast * beforeLast - turn * last * beforeLast;
  return power === 0 ? 0 : (2 * tone) / (samples.length * power);
}
