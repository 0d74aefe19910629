import { db } from '@/lib/platform/db/db';
import { readRecordingFiles, versionOfRecording } from '@/lib/platform/storage/recording-store';
import { buildTimeline, type Timeline } from './timeline';

const maxCached = 16;
const cached = new Map<string, { version: string; timeline: Timeline }>();

/** Holds the lines of the last minutes at two keyframes a second. */
const tailBytes = 64 * 1024;

/** The last minutes of a recording: however long that is, this takes a few milliseconds. @throws AppError `conflict` */
export async function readTimelineTail(id: string): Promise<Timeline> {
  const { indexes, sizes } = await readRecordingFiles(id, tailBytes);
  return withOffset(id, buildTimeline(indexes, sizes));
}

/** The timeline of a recording, cached until more has been written. @throws AppError `conflict` */
export async function readTimeline(id: string): Promise<Timeline> {
  const version = await versionOfRecording(id);
  const known = cached.get(id);
  if (known?.version === version) return withOffset(id, known.timeline);
  const { indexes, sizes } = await readRecordingFiles(id);
  const timeline = buildTimeline(indexes, sizes);
  cached.delete(id);
  cached.set(id, { version, timeline });
  for (const oldest of cached.keys()) if (cached.size > maxCached) cached.delete(oldest);
  return withOffset(id, timeline);
}

/** Moved in time by the recording's offset. */
async function withOffset(id: string, { parts, format }: Timeline): Promise<Timeline> {
  const recording = await db().recording.findUnique({ where: { id }, select: { offsetMs: true } });
  const offsetUs = (recording?.offsetMs ?? 0) * 1_000;
  return { parts: parts.map((part) => ({ ...part, startUs: part.startUs + offsetUs })), format };
}
