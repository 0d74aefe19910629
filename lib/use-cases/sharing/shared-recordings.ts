import { mintRecordingToken } from '@/lib/auth/recording-token';
import { storedCutsSchema } from '@/lib/contracts/edits';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { SharedRecordings } from '@/lib/contracts/share-links';
import { hourMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { utc } from '@/lib/core/time-zone';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import { type OpenMedia, openSlices, readThumbnail } from '@/lib/platform/storage/recording-store';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { serializeTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { playlistOf, slicesOf } from '@/lib/use-cases/recordings/open-media';
import { readTimeline } from '@/lib/use-cases/recordings/read-timeline';
import { requireHolder } from '@/lib/use-cases/recordings/recording-access';
import { recordingNotFound } from '@/lib/use-cases/recordings/recordings';
import { settled, type TimelinePart } from '@/lib/use-cases/recordings/timeline';
import type { ShareLink } from '@/prisma/generated/client';
import { keepRecordedPlace } from './share-places';

/** The part of an event's recordings that a link shows. */
interface Range {
  from: Date;
  to: Date;
}

/** The range of recordings that a link shows; null where it shows what the cameras send now. */
export const recordedRange = ({ recordedFrom, recordedTo }: Pick<ShareLink, 'recordedFrom' | 'recordedTo'>) =>
  recordedFrom && recordedTo ? { from: recordedFrom, to: recordedTo } : null;

/** A camera's clock may differ from the server's by this much, which places recordings at another time. */
const clockSlackMs = hourMs;

/** Recordings of a link that have something of its range. */
const recordingsOf = ({ id, eventId, allCameras }: Pick<ShareLink, 'id' | 'eventId' | 'allCameras'>) => ({
  eventId,
  ...(!allCameras && { stream: { shareLinks: { some: { shareLinkId: id } } } }),
});

/** The recordings that a link shows, with the address of each for this viewer. */
export async function readSharedRecordings(
  link: Pick<ShareLink, 'id' | 'eventId' | 'allCameras' | 'playsProgram' | 'editId'>,
  { from, to }: Range,
  viewerId: string,
): Promise<SharedRecordings> {
  const earliest = new Date(from.getTime() - clockSlackMs);
  const recordings = await db().recording.findMany({
    where: {
      ...recordingsOf(link),
      startedAt: { lt: new Date(to.getTime() + clockSlackMs) },
      OR: [{ endedAt: null }, { endedAt: { gt: earliest } }],
    },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
  });
  const { timeZone } = await db().event.findUniqueOrThrow({ where: { id: link.eventId }, select: { timeZone: true } });
  return {
    starts_at: from.toISOString(),
    ends_at: to.toISOString(),
    time_zone: timeZone ?? utc,
    cuts: link.playsProgram
      ? await readCuts(link, { from, to }, new Set(recordings.flatMap(({ streamId }) => streamId ?? [])))
      : null,
    recordings: recordings.map(({ id, streamId, cameraName }) => ({
      id,
      stream_id: streamId,
      camera_name: cameraName,
      timeline_url: `${addressOf(link.id, id)}/timeline?token=${mintRecordingToken(id, `share ${link.id}`, viewerId)}`,
    })),
  };
}

/** The cuts of a range with the one before it, which says nothing of cameras that the link does not show. */
async function readCuts(
  { eventId, editId }: Pick<ShareLink, 'eventId' | 'editId'>,
  { from, to }: Range,
  shown: ReadonlySet<string>,
): Promise<SharedRecordings['cuts']> {
  const edit = editId && (await db().showEdit.findFirst({ where: { id: editId, eventId } }));
  const changes = edit
    ? storedCutsSchema
        .parse(edit.cuts)
        .map(({ at, stream_id: id }) => ({ at: new Date(at), ids: id === null ? [] : [id] }))
    : (await readTallyChanges(eventId, from, to)).map(({ occurredAt: at, programIds: ids }) => ({ at, ids }));
  const first = Math.max(
    0,
    changes.findLastIndex(({ at }) => at <= from),
  );
  return changes
    .slice(first)
    .filter(({ at }) => at < to)
    .map(({ at, ids }) => ({
      at: new Date(Math.max(at.getTime(), from.getTime())).toISOString(),
      stream_id: ids.find((id) => shown.has(id)) ?? null,
    }));
}

const addressOf = (linkId: string, recordingId: string): string => `/shared/${linkId}/${recordingId}`;

interface SharedRecording {
  linkId: string;
  recordingId: string;
  token: string;
}

/** The shared part of a recording in time. @throws AppError `forbidden`; `gone` once the link has ended; `not_found` */
export const readSharedTimeline = definePublic(
  'the token in the address says for what',
  async (shared: SharedRecording): Promise<RecordingTimeline> => {
    const { linkId, recordingId, token } = shared;
    const { parts, format, thumbnails } = await readShared(shared);
    const address = (name: string) => `${addressOf(linkId, recordingId)}/${name}?token=${token}`;
    return serializeTimeline(
      { parts: parts.map(({ part }) => part), format, thumbnails },
      address('playlist.m3u8'),
      (fileUs) => address(`thumbnails/${fileUs}`),
    );
  },
);

/** The HLS playlist of the shared part of a recording. @throws AppError as {@link readSharedTimeline} */
export const readSharedPlaylist = definePublic(
  'the token in the address says for what',
  async (shared: SharedRecording): Promise<string> => {
    const { parts } = await readShared(shared);
    return playlistOf(
      parts.map(({ part }) => part),
      { isEnded: true, addressOf: (_, index) => `parts/${parts[index]?.index}?token=${shared.token}` },
    );
  },
);

/** A part of the playlist, by its place in the whole recording. @throws AppError as {@link readSharedTimeline} */
export const openSharedPart = definePublic(
  'the token in the address says for what',
  async (shared: SharedRecording, index: number): Promise<OpenMedia> => {
    const { recording, range } = await requireShared(shared);
    const part = settled(await readTimeline(recording), recording.endedAt).parts[index];
    if (!part || !isPartWithin(part, range)) {
      throw new AppError('not_found', 'This link does not show this part of the recording.');
    }
    return openSlices(shared.recordingId, slicesOf([part]));
  },
);

/** A thumbnail of the shared part, as JPEG. @param fileUs the time that names it. @throws AppError as {@link readSharedTimeline} */
export const openSharedThumbnail = definePublic(
  'the token in the address says for what',
  async (shared: SharedRecording, fileUs: number): Promise<Buffer> => {
    const { recording, range } = await requireShared(shared);
    const isShown = isWithin(fileUs + recording.offsetMs * 1_000, range);
    const jpeg = isShown ? await readThumbnail(recording.id, fileUs) : null;
    if (!jpeg) throw new AppError('not_found', 'This link does not show this thumbnail.');
    return jpeg;
  },
);

/** Asks each time: a link that is revoked shows nothing more, nor does it to a viewer whose place another one has. */
async function requireShared({ linkId, recordingId, token }: SharedRecording) {
  const viewerId = requireHolder(token, recordingId, `share ${linkId}`);
  const open = { id: linkId, revokedAt: null, expiresAt: { gt: new Date() } };
  const link = await db().shareLink.findFirst({ where: open });
  const range = link && recordedRange(link);
  if (!range) throw new AppError('gone', 'This link has ended. Ask whoever sent it for a new one.');
  if (link.maxViewers !== null) await keepRecordedPlace(linkId, viewerId);
  const recording = await db().recording.findFirst({ where: { ...recordingsOf(link), id: recordingId } });
  if (!recording) throw recordingNotFound();
  return { recording, range };
}

/** The parts of a range, which are whole groups of pictures, each with its place in the recording, and its thumbnails. */
async function readShared(shared: SharedRecording) {
  const { recording, range } = await requireShared(shared);
  const { parts, format, thumbnails } = settled(await readTimeline(recording), recording.endedAt);
  const shown: { part: TimelinePart; index: number }[] = parts.flatMap((part, index) =>
    isPartWithin(part, range) ? { part, index } : [],
  );
  return { parts: shown, format, thumbnails: thumbnails.filter(({ atUs }) => isWithin(atUs, range)) };
}

/** Whether a part has anything of a range. */
const isPartWithin = ({ startUs, durationUs }: TimelinePart, { from, to }: Range): boolean =>
  startUs < to.getTime() * 1_000 && startUs + durationUs > from.getTime() * 1_000;

const isWithin = (atUs: number, { from, to }: Range): boolean =>
  atUs >= from.getTime() * 1_000 && atUs < to.getTime() * 1_000;
