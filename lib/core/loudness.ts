/** Distance of the gate below the mean (ITU-R BS.1770-5 and EBU Tech 3342). */
const integratedGateLu = 10;
const rangeGateLu = 20;

/** A loudness as energy. Means are taken of energies, not of decibels. */
export const energyOf = (lufs: number): number => 10 ** (lufs / 10);
export const lufsOf = (energy: number): number => 10 * Math.log10(energy);

/** How often each loudness, in LUFS, was measured. */
export type LoudnessCounts = ReadonlyMap<number, number>;

/** The integrated loudness of seconds by their mean loudness, without those more than 10 LU below the mean. */
export function integratedLufs(seconds: LoudnessCounts): number | null {
  return meanOf(gated(seconds, integratedGateLu));
}

/** The loudness range of short-term loudness: from what a tenth does not exceed to what 95 % do not. */
export function loudnessRangeLu(shortTerms: LoudnessCounts): number | null {
  const ascending = gated(shortTerms, rangeGateLu).sort(([a], [b]) => a - b);
  const total = ascending.reduce((sum, [, times]) => sum + times, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    let passed = 0;
    for (const [lufs, times] of ascending) {
      passed += times;
      if (passed > share * (total - 1)) return lufs;
    }
    return 0;
  };
  return at(0.95) - at(0.1);
}

function gated(counts: LoudnessCounts, gateLu: number): [lufs: number, times: number][] {
  const mean = meanOf([...counts]);
  return mean === null ? [] : [...counts].filter(([lufs]) => lufs > mean - gateLu);
}

function meanOf(counts: [lufs: number, times: number][]): number | null {
  let [energy, total] = [0, 0];
  for (const [lufs, times] of counts) {
    energy += times * energyOf(lufs);
    total += times;
  }
  return total === 0 ? null : lufsOf(energy / total);
}
