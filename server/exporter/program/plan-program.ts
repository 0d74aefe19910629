import type { Cut } from '../edit/edit';
import { type PlannedFile, type PlannedRecording, planFiles, type TimeRange } from '../plan-files';

/** A camera's turn on air, and the bytes that hold it. All times are in microseconds since 1970. */
export interface PlannedClip extends PlannedFile {
  fromUs: number;
  toUs: number;
}

/** Audio lies up to this far from its video in a camera's bytes. */
const marginUs = 1e6;

/**
 * The program as it was cut. Where two cameras were on air together, the first one that is exported counts. Moments that
 * nobody recorded are left out.
 * @param cuts oldest first
 */
export function planProgram(recordings: PlannedRecording[], cuts: Cut[], range: TimeRange): PlannedClip[] {
  return turnsOf(recordings, cuts, range).flatMap(({ cameraId, startUs, endUs }) => {
    const own = recordings.filter((recording) => recording.cameraId === cameraId);
    const files = planFiles(own, { startUs: startUs - marginUs, endUs: endUs + marginUs }, 'ts');
    let shownUs = startUs;
    return files
      .toSorted((one, other) => one.startUs - other.startUs)
      .flatMap((file) => {
        const fromUs = Math.max(shownUs, file.startUs);
        const toUs = Math.min(endUs, file.startUs + file.durationUs);
        if (fromUs >= toUs) return [];
        shownUs = toUs;
        return { ...file, fromUs, toUs };
      });
  });
}

/** Which camera counts, and from when to when; a change beside it ends no turn. */
function turnsOf(recordings: PlannedRecording[], cuts: Cut[], range: TimeRange): (TimeRange & { cameraId: string })[] {
  const known = new Set(recordings.map(({ cameraId }) => cameraId));
  const turns: (TimeRange & { cameraId: string })[] = [];
  for (const [index, { atUs, cameraIds }] of cuts.entries()) {
    const cameraId = cameraIds.find((id) => known.has(id));
    const startUs = Math.max(range.startUs, atUs);
    const endUs = Math.min(range.endUs, cuts[index + 1]?.atUs ?? range.endUs);
    if (cameraId === undefined || startUs >= endUs) continue;
    const before = turns.at(-1);
    if (before?.cameraId === cameraId && before.endUs === startUs) before.endUs = endUs;
    else turns.push({ cameraId, startUs, endUs });
  }
  return turns;
}
