import { type CodeReading, correctionMs, screenOffsetMs } from '@/lib/core/calibration-code';

/** A camera of which frames were read. */
interface MeasuredCamera {
  id: string;
  readings: CodeReading[];
}

/**
 * The corrections that bring all cameras in step with the first that has read the code.
 * @returns by camera, in milliseconds; null for one that has not read it
 */
export function measureOffsets(cameras: MeasuredCamera[]): Map<string, number | null> {
  const offsets = cameras.map(({ id, readings }) => ({ id, offsetMs: screenOffsetMs(readings) }));
  const referenceMs = offsets.find(({ offsetMs }) => offsetMs !== null)?.offsetMs ?? null;
  return new Map(
    offsets.map(({ id, offsetMs }) => [
      id,
      offsetMs === null || referenceMs === null ? null : Math.round(correctionMs(offsetMs, referenceMs)),
    ]),
  );
}
