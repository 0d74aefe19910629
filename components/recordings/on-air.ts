import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import type { Lane, Stretch } from './recording-lanes';

/** When a camera was on air, by the history of tally. @param changes oldest first */
export function onAirStretches(changes: TallyChangeJson[], streamId: string): Stretch[] {
  const stretches: Stretch[] = [];
  let startMs: number | null = null;
  for (const { attributes } of changes) {
    const isOnAir = attributes.program.includes(streamId);
    const atMs = Date.parse(attributes.occurred_at);
    if (isOnAir) startMs ??= atMs;
    else if (startMs !== null) {
      stretches.push({ startMs, endMs: atMs });
      startMs = null;
    }
  }
  if (startMs !== null) stretches.push({ startMs, endMs: Number.POSITIVE_INFINITY });
  return stretches;
}

/** Lanes with when each camera was on air. */
export const withOnAir = (lanes: Lane[], changes: TallyChangeJson[]): Lane[] =>
  lanes.map((lane) => ({ ...lane, onAir: onAirStretches(changes, lane.id) }));
