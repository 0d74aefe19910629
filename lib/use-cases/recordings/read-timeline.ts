import type { CaptureCorrection } from '@/lib/core/capture-fit';
import { readRecordingTail, recordingStorage } from '@/lib/platform/storage/recording-store';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import type { Recording } from '@/prisma/generated/client';
import { KeptTimeline } from './kept-timeline';
import { RecordingReader } from './recording-reader';
import { readSoundCorrections } from './sound-corrections';
import { buildTimeline, correctTimeline, type Timeline, type TimelinePart } from './timeline';

/** The fields of a recording's row that place it in time. */
type Placed = Pick<Recording, 'id' | 'offsetMs' | 'endedAt'>;

/** The memory that all timelines may take: about those of sixteen cameras for a day. */
const maxBytes = 128 * 1024 * 1024;
/** The readers that were asked for last, the latest last. */
const readers = new Map<string, KeptTimeline>();
const corrected = new WeakMap<Timeline, { key: string; timeline: Timeline }>();

const maxTails = 64;
/** The parts of the last tail of each recording: a replay asks for them one after the other. */
const tailParts = new Map<string, TimelinePart[]>();

/** A calibration code is read to about half a frame of 60 fps. */
const calibratedMs = 10;

/** Holds the lines of the last minutes at two keyframes a second. */
const tailBytes = 64 * 1024;

/** The last minutes of a recording: however long that is, this takes a few milliseconds. @throws AppError `conflict` */
export async function readTimelineTail({ id, offsetMs }: Omit<Placed, 'endedAt'>): Promise<Timeline> {
  const { indexes, sizes } = await readRecordingTail(id, tailBytes);
  const tail = buildTimeline(indexes, sizes);
  tailParts.delete(id);
  tailParts.set(id, tail.parts);
  for (const oldest of tailParts.keys()) if (tailParts.size > maxTails) tailParts.delete(oldest);
  return correctTimeline(tail, await correctionsOf(id, offsetMs));
}

/** A part of the last tail that was read here, where it is whole; null for any other. Its times are without the offset. */
export const findTailPart = (id: string, isWanted: (part: TimelinePart) => boolean): TimelinePart | null =>
  tailParts.get(id)?.slice(0, -1).find(isWanted) ?? null;

/**
 * The timeline of a recording as players need it, of which only what is new is read again: parts of a long run are joined.
 * @throws AppError `conflict`
 */
export const readTimeline = defineSystem(
  'use cases that know who asks',
  async ({ id, offsetMs, endedAt }: Placed): Promise<Timeline> => {
    const reader = readerOf(id);
    const timeline = await reader.read(endedAt);
    dropOldest(reader);
    const corrections = await correctionsOf(id, offsetMs);
    if (corrections.length === 0) return timeline;
    const key = JSON.stringify(corrections);
    const known = corrected.get(timeline);
    if (known?.key === key) return known.timeline;
    const moved = correctTimeline(timeline, corrections);
    corrected.set(timeline, { key, timeline: moved });
    return moved;
  },
);

/** The timeline as it is on the disk now, with a part for each keyframe. Nothing of it is kept. @throws AppError `conflict` */
export const readTimelineOnce = defineSystem(
  'the exporter, and use cases that know who asks',
  async ({ id, offsetMs, endedAt }: Placed): Promise<Timeline> =>
    correctTimeline(await new RecordingReader(recordingStorage(), id).read(endedAt), await correctionsOf(id, offsetMs)),
);

/**
 * A part of a recording by its index, where it cannot change any more; null for any other. It needs no reading. Its times
 * are without the offset.
 */
export function findPart(id: string, index: number): TimelinePart | null {
  const parts = readers.get(id)?.timeline.parts ?? [];
  return index < parts.length - 1 ? (parts[index] ?? null) : null;
}

function readerOf(id: string): KeptTimeline {
  const reader = readers.get(id) ?? new KeptTimeline(id);
  readers.delete(id);
  readers.set(id, reader);
  return reader;
}

/** Forgets timelines until all have room. @param kept is needed now */
function dropOldest(kept: KeptTimeline): void {
  let bytes = [...readers.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (const [id, reader] of readers) {
    if (bytes <= maxBytes) return;
    if (reader === kept) continue;
    readers.delete(id);
    reader.forget();
    bytes -= reader.sizeBytes;
  }
}

/**
 * Lists the measurements of a recording beyond its own readings. A person's offset holds for all of it, and comes before
 * what was heard.
 */
async function correctionsOf(id: string, offsetMs: number): Promise<CaptureCorrection[]> {
  if (offsetMs === 0) return readSoundCorrections(id);
  const [fromUs, toUs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [{ clock: 'calibrated', fromUs, toUs, shiftMs: offsetMs, uncertaintyMs: calibratedMs }];
}
