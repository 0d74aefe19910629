/** A stretch of time, in milliseconds since 1970. */
export interface Stretch {
  startMs: number;
  endMs: number;
}

/** Adds a stretch to those before it; one that goes on where the last one ends makes that longer. An empty one is none. */
export function addStretch(stretches: Stretch[], { startMs, endMs }: Stretch): void {
  const last = stretches.at(-1);
  if (last?.endMs === startMs) last.endMs = endMs;
  else if (endMs > startMs) stretches.push({ startMs, endMs });
}

/** The cameras that are on air from a moment on, by tally. */
interface OnAir {
  atMs: number;
  cameraIds: readonly string[];
}

/**
 * When a camera was on air.
 * @param changes oldest first
 * @param range what lies outside of it is cut off
 */
export function onAirStretches(changes: readonly OnAir[], cameraId: string, range: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, { atMs, cameraIds }] of changes.entries()) {
    if (!cameraIds.includes(cameraId)) continue;
    const endMs = Math.min(range.endMs, changes[index + 1]?.atMs ?? range.endMs);
    addStretch(stretches, { startMs: Math.max(range.startMs, atMs), endMs });
  }
  return stretches;
}
