import { readRecordingFiles, versionOfRecording } from '@/lib/platform/storage/recording-store';
import type { Recording } from '@/prisma/generated/client';
import { buildTimeline, type Timeline } from './timeline';

/** The fields of a recording's row that place it in time. */
type Placed = Pick<Recording, 'id' | 'offsetMs'>;

const maxCached = 16;
const cached = new Map<string, { version: string; timeline: Timeline }>();

/** Holds the lines of the last minutes at two keyframes a second. */
const tailBytes = 64 * 1024;

/** The last minutes of a recording: however long that is, this takes a few milliseconds. @throws AppError `conflict` */
export async function readTimelineTail({ id, offsetMs }: Placed): Promise<Timeline> {
  const { indexes, sizes } = await readRecordingFiles(id, tailBytes);
  return shifted(buildTimeline(indexes, sizes), offsetMs);
}

/** The timeline of a recording, cached until more has been written. @throws AppError `conflict` */
export async function readTimeline({ id, offsetMs }: Placed): Promise<Timeline> {
  const version = await versionOfRecording(id);
  const known = cached.get(id);
  if (known?.version === version) return shifted(known.timeline, offsetMs);
  const { indexes, sizes, thumbnailsUs } = await readRecordingFiles(id);
  const timeline = buildTimeline(indexes, sizes, thumbnailsUs);
  cached.delete(id);
  cached.set(id, { version, timeline });
  for (const oldest of cached.keys()) if (cached.size > maxCached) cached.delete(oldest);
  return shifted(timeline, offsetMs);
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
