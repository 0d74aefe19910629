import type { RecordingJson, RecordingTimeline } from '@/lib/contracts/recordings';
import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import { hourMs } from '@/lib/core/durations';
import { maxOf } from '@/lib/core/extremes';
import { onAirStretches, type Stretch } from '@/lib/core/stretch';
import type { Cut } from './cuts/cut';

/** A recording and what it has of each moment. */
export interface LaneRecording {
  recording: Pick<RecordingJson, 'id'> & {
    attributes: Pick<RecordingJson['attributes'], 'stream_id' | 'camera_name' | 'offset_ms'>;
  };
  timeline: RecordingTimeline;
  /** The playlist, where it is known already. */
  playlist?: string;
}

/** One camera's recordings, oldest first. */
export interface Lane {
  id: string;
  name: string;
  recordings: LaneRecording[];
  /** When it was recorded, without the gaps. */
  stretches: Stretch[];
  /** When it was on air, by tally; oldest first. */
  onAir: Stretch[];
}

/** Shows that lie further apart are watched each by itself. */
const sessionGapMs = hourMs;
/** A hole of this length is none: parts meet within a frame. */
const seamlessMs = 100;

/** The lanes of an event: one a camera, in the order of their first recording. */
export function lanesOf(recordings: LaneRecording[]): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { recording, timeline } of recordings) {
    const { stream_id: streamId, camera_name: name } = recording.attributes;
    const id = streamId ?? recording.id;
    const lane = lanes.get(id) ?? { id, name, recordings: [], stretches: [], onAir: [] };
    lane.name = name;
    lane.recordings.push({ recording, timeline });
    addStretches(lane.stretches, timeline);
    lanes.set(id, lane);
  }
  return [...lanes.values()];
}

function addStretches(stretches: Stretch[], { parts }: RecordingTimeline): void {
  for (const { start_us: startUs, duration_us: durationUs } of parts) {
    addStretch(stretches, { startMs: startUs / 1_000, endMs: (startUs + durationUs) / 1_000 }, seamlessMs);
  }
}

/** Adds a stretch to earlier ones: to the last of them if the hole between is shorter than the limit. */
function addStretch(stretches: Stretch[], { startMs, endMs }: Stretch, maxHoleMs: number): void {
  const last = stretches.at(-1);
  if (last && startMs - last.endMs < maxHoleMs) last.endMs = Math.max(last.endMs, endMs);
  else stretches.push({ startMs, endMs });
}

/** A lane with the stretches of one session alone; null if it has none there. */
export function laneWithin(lane: Lane, session: Stretch): Lane | null {
  const stretches = lane.stretches.filter(({ startMs }) => startMs >= session.startMs && startMs < session.endMs);
  return stretches.length === 0 ? null : { ...lane, stretches };
}

/** Cameras that begin to be recorded within this time belong together. */
const togetherMs = 10_000;

/**
 * When a show opens, in milliseconds since 1970. That is at its first shot, and not before the cameras that began it
 * together all have a picture.
 */
export function openingMs(lanes: Lane[], cuts: readonly Cut[], { startMs }: Stretch): number {
  const begins = lanes.flatMap(({ stretches }) => stretches[0]?.startMs ?? []);
  const together = begins.filter((beginMs) => beginMs - startMs < togetherMs);
  return maxOf([...together, cuts[0]?.atMs ?? startMs], startMs);
}

/** The shows of an event: when any camera was recorded, oldest first. */
export function sessionsOf(lanes: Lane[]): Stretch[] {
  const sessions: Stretch[] = [];
  const stretches = lanes.flatMap((lane) => lane.stretches).sort((a, b) => a.startMs - b.startMs);
  for (const stretch of stretches) addStretch(sessions, stretch, sessionGapMs);
  return sessions;
}

/** Where a moment is in a recording: a part of it, by its index, and how far into that part. */
export interface Moment {
  index: number;
  intoMs: number;
}

/** @returns null where nothing was recorded at this moment */
export function findMoment({ parts }: Pick<RecordingTimeline, 'parts'>, atMs: number): Moment | null {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start_us ?? 0) / 1_000 <= atMs) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  if (!part) return null;
  const intoMs = atMs - part.start_us / 1_000;
  return intoMs >= 0 && intoMs < part.duration_us / 1_000 ? { index: low, intoMs } : null;
}

/** The recording that a lane has of a moment. */
export const findRecording = ({ recordings }: Lane, atMs: number): LaneRecording | null =>
  recordings.find(({ timeline }) => findMoment(timeline, atMs) !== null) ?? null;

/** The recordings of a lane that have something of a range. */
export const recordingsWithin = ({ recordings }: Lane, { startMs, endMs }: Stretch): LaneRecording[] =>
  recordings.filter(({ timeline }) =>
    timeline.parts.some(
      ({ start_us: startUs, duration_us: durationUs }) =>
        startUs / 1_000 < endMs && (startUs + durationUs) / 1_000 > startMs,
    ),
  );

const always = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

/** Lanes with when each camera was on air, by the history of tally. @param changes oldest first */
export function withOnAir(lanes: Lane[], changes: TallyChangeJson[]): Lane[] {
  const history = changes.map(({ attributes }) => ({
    atMs: Date.parse(attributes.occurred_at),
    cameraIds: attributes.program,
  }));
  return lanes.map((lane) => ({ ...lane, onAir: onAirStretches(history, lane.id, always) }));
}

/** A thumbnail further away shows another moment. A day of a camera has one each 30 s. */
const maxThumbnailAwayMs = 35_000;

/** The address of the thumbnail that shows a moment of a lane; null where there is none near it. */
export function thumbnailAt(lane: Lane, atMs: number): string | null {
  const thumbnails = findRecording(lane, atMs)?.timeline.thumbnails ?? [];
  const shown = thumbnails.findLast(({ at_us: atUs }) => atUs / 1_000 <= atMs) ?? thumbnails[0];
  return shown && Math.abs(shown.at_us / 1_000 - atMs) <= maxThumbnailAwayMs ? shown.url : null;
}
