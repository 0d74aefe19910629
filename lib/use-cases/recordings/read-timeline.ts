import { readRecordingFiles, versionOfRecording } from '@/lib/platform/storage/recording-store';
import type { Recording } from '@/prisma/generated/client';
import { buildTimeline, type Timeline, type TimelinePart } from './timeline';

/** The fields of a recording's row that place it in time. */
type Placed = Pick<Recording, 'id' | 'offsetMs'>;

const maxCached = 16;
const cached = new Map<string, { version: string; timeline: Timeline }>();
/** The parts of the last tail of each recording: a replay asks for them one after the other. */
const tailParts = new Map<string, TimelinePart[]>();

/** Holds the lines of the last minutes at two keyframes a second. */
const tailBytes = 64 * 1024;

/** The last minutes of a recording: however long that is, this takes a few milliseconds. @throws AppError `conflict` */
export async function readTimelineTail({ id, offsetMs }: Placed): Promise<Timeline> {
  const { indexes, sizes } = await readRecordingFiles(id, tailBytes);
  const tail = buildTimeline(indexes, sizes);
  keep(tailParts, id, tail.parts);
  return shifted(tail, offsetMs);
}

/** A part of the last tail that was read here, where it is whole; null for any other. Its times are without the offset. */
export const findTailPart = (id: string, isWanted: (part: TimelinePart) => boolean): TimelinePart | null =>
  tailParts.get(id)?.slice(0, -1).find(isWanted) ?? null;

/** The timeline of a recording, cached until more has been written. @throws AppError `conflict` */
export async function readTimeline({ id, offsetMs }: Placed): Promise<Timeline> {
  const version = await versionOfRecording(id);
  const known = cached.get(id);
  if (known?.version === version) return shifted(known.timeline, offsetMs);
  const { indexes, sizes, thumbnailsUs } = await readRecordingFiles(id);
  const timeline = buildTimeline(indexes, sizes, thumbnailsUs);
  keep(cached, id, { version, timeline });
  return shifted(timeline, offsetMs);
}

/** Keeps a recording's entry, and drops the oldest ones. */
function keep<Entry>(entries: Map<string, Entry>, id: string, entry: Entry): void {
  entries.delete(id);
  entries.set(id, entry);
  for (const oldest of entries.keys()) if (entries.size > maxCached) entries.delete(oldest);
}

/** A timeline moved in time. */
function shifted({ parts, format, thumbnails }: Timeline, offsetMs: number): Timeline {
  const offsetUs = offsetMs * 1_000;
  return {
    parts: parts.map((part) => ({ ...part, startUs: part.startUs + offsetUs })),
    format,
    thumbnails: thumbnails.map(({ fileUs, atUs }) => ({ fileUs, atUs: atUs + offsetUs })),
  };
}
