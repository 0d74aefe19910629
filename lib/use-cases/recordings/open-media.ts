import { isRecordingToken, type RecordingUse } from '@/lib/auth/recording-token';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { type OpenMedia, openSlices, type Slice } from '@/lib/platform/storage/recording-store';
import { recordingNotFound } from './get-recording';
import { readTimeline } from './read-timeline';
import type { TimelinePart } from './timeline';

/** The HLS playlist of a recording (RFC 8216). @throws AppError `forbidden` for a token that is not for it; `not_found` */
export async function readPlaylist(id: string, token: string): Promise<string> {
  const { endedAt } = await requireRecording(id, token, 'play');
  const { parts } = await readTimeline(id);
  const lines = parts.flatMap((part, index) => [
    ...(part.beginsRun && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(part.beginsRun ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(part.startUs / 1_000).toISOString()}`] : []),
    `#EXTINF:${(part.durationUs / 1e6).toFixed(6)},`,
    `parts/${index}?token=${token}`,
  ]);
  const longestUs = Math.max(1_000_000, ...parts.map(({ durationUs }) => durationUs));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestUs / 1e6)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...lines,
    ...(endedAt ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

/** A part of a recording, which a player can load by itself. @throws AppError as {@link readPlaylist} */
export async function openPart(id: string, index: number, token: string): Promise<OpenMedia> {
  await requireRecording(id, token, 'play');
  const { parts } = await readTimeline(id);
  const part = parts[index];
  if (!part) throw new AppError('not_found', 'This recording has no such part.');
  return openSlices(id, slicesOf([part]));
}

/** A whole recording as one MPEG-TS file, and a name for it. @throws AppError as {@link readPlaylist} */
export async function openDownload(id: string, token: string): Promise<OpenMedia & { fileName: string }> {
  const { cameraName, startedAt } = await requireRecording(id, token, 'download');
  const { parts } = await readTimeline(id);
  const time = startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return { ...openSlices(id, slicesOf(parts)), fileName: `${cameraName} ${time}.ts` };
}

async function requireRecording(id: string, token: string, use: RecordingUse) {
  if (!isRecordingToken(token, id, use)) {
    throw new AppError('forbidden', 'This address has expired: open the recording again.');
  }
  const recording = await db().recording.findUnique({ where: { id } });
  if (!recording) throw recordingNotFound();
  return recording;
}

/** Players read the tables first, and again wherever the parts do not go on. */
function slicesOf(parts: TimelinePart[]): Slice[] {
  return parts.flatMap(({ file, from, to, tables, beginsRun }, index) => [
    ...(beginsRun || index === 0 ? [{ bytes: tables }] : []),
    { file, from, to },
  ]);
}
