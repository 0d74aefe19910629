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

/** The stretches in order, each moment in one of them alone. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const { startMs, endMs } of stretches.toSorted((a, b) => a.startMs - b.startMs)) {
    const passedMs = joined.at(-1)?.endMs ?? startMs;
    addStretch(joined, { startMs: Math.max(startMs, passedMs), endMs: Math.max(endMs, passedMs) });
  }
  return joined;
}

/** Finds what two lists of stretches have in common; neither overlaps itself. */
export const commonStretches = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  joinStretches(
    some.flatMap((one) =>
      others.map((other) => ({
        startMs: Math.max(one.startMs, other.startMs),
        endMs: Math.min(one.endMs, other.endMs),
      })),
    ),
  );

/** The length of all stretches together. */
export const lengthMs = (stretches: readonly Stretch[]): number =>
  stretches.reduce((ms, { startMs, endMs }) => ms + endMs - startMs, 0);
