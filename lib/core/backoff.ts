export interface BackoffOptions {
  firstMs: number;
  capMs: number;
}

/**
 * Capped exponential back-off with full jitter over its upper half.
 * @param attempt 0 for the first wait
 * @returns a wait in milliseconds between half of the step and the whole step
 */
export function backoffMs(attempt: number, { firstMs, capMs }: BackoffOptions, random = Math.random): number {
  const stepMs = Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(stepMs * (0.5 + random() / 2));
}
