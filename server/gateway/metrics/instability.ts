/**
 * How unsteady figures are: their standard deviation as a share of their mean (the coefficient of variation), at most
 * 1. All zeros give 1, because nothing arrives. Fewer than two figures give 0.
 */
export function instability(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean <= 0) return 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.min(1, Math.sqrt(variance) / mean);
}
