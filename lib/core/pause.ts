/** Waits, and never throws: an abort only ends the wait early. @param durationMs Infinity waits for the abort */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = Number.isFinite(durationMs) ? setTimeout(end, durationMs) : undefined;
    signal?.addEventListener('abort', end);
  });
}
