/** The least of the values that the share `q` (above 0, at most 1) of them does not exceed (nearest rank). NaN for no values. */
export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * q) - 1] ?? Number.NaN;
}
