import { AppError } from '@/lib/core/errors';
import { maxOf } from '@/lib/core/extremes';
import { db } from '@/lib/platform/db/db';
import { type OpenMedia, openSlices, readThumbnail, type Slice } from '@/lib/platform/storage/recording-store';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { numberedName } from './numbered-name';
import { findPart, findTailPart, readTimeline, readTimelineOnce, readTimelineTail } from './read-timeline';
import { requireHolder, requireLiveHolder, whileAllowed } from './recording-access';
import { recordingNotFound } from './recordings';
import { settled, type Timeline, type TimelinePart } from './timeline';

/** The HLS playlist of a recording (RFC 8216). @throws AppError `forbidden` for a token that is not for it; `not_found` */
export const readPlaylist = definePublic(
  'the token in the address says for what',
  async (id: string, token: string): Promise<string> => {
    const recording = await requirePlayed(id, token);
    const { endedAt } = recording;
    const { parts } = settled(await readTimeline(recording), endedAt);
    return playlistOf(parts, { isEnded: endedAt !== null, addressOf: (_, index) => `parts/${index}?token=${token}` });
  },
);

interface ReplayStart {
  /** The segment and the byte at which the first part begins. */
  file: string;
  from: number;
}

/** The HLS playlist of a recording's last seconds, from a part on to what is on the disk. @throws AppError as {@link readPlaylist} */
export const readReplayPlaylist = definePublic(
  'the token in the address says for what',
  async (id: string, token: string, start: ReplayStart): Promise<string> => {
    const { parts } = await readTimelineTail(await requirePlayed(id, token));
    const first = parts.findIndex((part) => isAt(part, start));
    if (first < 0) throw new AppError('not_found', 'This part of the recording is too old for a replay.');
    return replayPlaylist(parts.slice(first), token);
  },
);

/** The HLS playlist of a replay's parts. @param token of their recording, to play it */
export function replayPlaylist(parts: TimelinePart[], token: string): string {
  const addressOf = ({ file, from }: TimelinePart) =>
    `replay?${new URLSearchParams({ token, file, from: String(from) })}`;
  return playlistOf(parts, { isEnded: true, addressOf });
}

/** A part of a replay's playlist, up to what is on the disk. @throws AppError as {@link readPlaylist} */
export const openReplayPart = definePublic(
  'the token in the address says for what',
  async (id: string, token: string, start: ReplayStart): Promise<OpenMedia> => {
    const recording = await requirePlayed(id, token);
    const isWanted = (part: TimelinePart) => isAt(part, start);
    const find = async (reading: Promise<Timeline>) => (await reading).parts.find(isWanted);
    // One that was paused for minutes asks for what the tail no longer has, and joined parts begin elsewhere.
    const part =
      findTailPart(id, isWanted) ??
      (await find(readTimelineTail(recording))) ??
      (await find(readTimelineOnce(recording)));
    if (!part) throw new AppError('not_found', 'This recording has no such part.');
    return openSlices(id, slicesOf([part]));
  },
);

const isAt = (part: TimelinePart, { file, from }: ReplayStart): boolean => part.file === file && part.from === from;

/** The options of {@link playlistOf}. */
interface PlaylistOptions {
  /** Nothing will follow. */
  isEnded: boolean;
  /** @param index of the part in `parts` */
  addressOf(part: TimelinePart, index: number): string;
}

/** An HLS playlist of parts (RFC 8216). */
export function playlistOf(parts: TimelinePart[], { isEnded, addressOf }: PlaylistOptions): string {
  const lines = parts.flatMap((part, index) => [
    ...(part.beginsRun && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(part.beginsRun ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(part.startUs / 1_000).toISOString()}`] : []),
    `#EXTINF:${(part.durationUs / 1e6).toFixed(6)},`,
    addressOf(part, index),
  ]);
  const longestUs = maxOf(
    parts.map(({ durationUs }) => durationUs),
    1_000_000,
  );
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestUs / 1e6)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...lines,
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

/** A part of a recording, which a player can load by itself. @throws AppError as {@link readPlaylist} */
export const openPart = definePublic(
  'the token in the address says for what',
  async (id: string, index: number, token: string): Promise<OpenMedia> => {
    const recording = await requirePlayed(id, token);
    const part = findPart(id, index) ?? (await readTimeline(recording)).parts[index];
    if (!part) throw new AppError('not_found', 'This recording has no such part.');
    return openSlices(id, slicesOf([part]));
  },
);

/** A recording's thumbnail, as JPEG. @param atUs the time that names it. @throws AppError as {@link readPlaylist} */
export const openThumbnail = definePublic(
  'the token in the address says for what',
  async (id: string, atUs: number, token: string): Promise<Buffer> => {
    await requirePlayed(id, token);
    const jpeg = await readThumbnail(id, atUs);
    if (!jpeg) throw new AppError('not_found', 'This recording has no such thumbnail.');
    return jpeg;
  },
);

/** A whole recording as one MPEG-TS file, and a name for it. @throws AppError as {@link readPlaylist} */
export const openDownload = definePublic(
  'the token in the address says for what',
  async (id: string, token: string): Promise<OpenMedia & { fileName: string }> => {
    const holderId = requireHolder(token, id, 'download');
    const recording = await requireHeldRecording(id, holderId, 'download');
    const { cameraName, startedAt, streamId } = recording;
    const { parts } = await readTimeline(recording);
    const time = startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
    const stream = streamId && (await db().stream.findUnique({ where: { id: streamId }, select: { number: true } }));
    const name = numberedName(stream ? stream.number : null, cameraName);
    const file = { ...openSlices(id, slicesOf(parts)), fileName: `${name} ${time}.ts` };
    return whileAllowed(file, () => requireHeldRecording(id, holderId, 'download'));
  },
);

/** The recording that an address is to play. @throws AppError as {@link readPlaylist} */
const requirePlayed = (id: string, token: string) => requireHeldRecording(id, requireHolder(token, id, 'play'), 'play');

/** The recording of a holder who may still use it. @throws AppError as {@link readPlaylist} */
async function requireHeldRecording(id: string, holderId: string, use: 'play' | 'download') {
  const recording = await db().recording.findUnique({ where: { id } });
  if (!recording) throw recordingNotFound();
  await requireLiveHolder(holderId, use, recording.organizationId);
  return recording;
}

/** The bytes of parts. Players read the tables first, and again wherever the parts do not go on. */
export function slicesOf(parts: TimelinePart[]): Slice[] {
  return parts.flatMap(({ file, from, to, tables, beginsRun }, index) => [
    ...(beginsRun || index === 0 ? [{ bytes: tables }] : []),
    { file, from, to },
  ]);
}
