import type { DirectReplayInput, StoredReplayOut } from '@/lib/contracts/replay-out';
import { storedReplayOutSchema } from '@/lib/contracts/replay-out';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { Prisma, type Stream } from '@/prisma/generated/client';
import { lockStream } from './lock-stream';

type Command = DirectReplayInput['replay'];

/**
 * Cues a clip on the replay of an event of the actor's organization, or plays the clip that is cued. Its worker shows it
 * without a restart.
 * @throws AppError `not_found`; `conflict` for a stream that is no replay, without a clip, and where recordings lie in a
 *   bucket; `invalid_input` for a camera that has no recording of that time
 */
export const directReplay = defineUseCase(
  { action: 'program.cut', audit: 'streams.cue_replay' },
  async ({ actor, record }, id: string, command: Command): Promise<Stream> => {
    const { organizationId } = actor;
    const stream = await db().$transaction(async (tx) => {
      const before = await lockStream(tx, organizationId, id);
      if (before.sourceKind !== 'replay') throw new AppError('conflict', noReplaySentence);
      const current = before.replay === null ? null : storedReplayOutSchema.parse(before.replay);
      const replay = await replayAfter(tx, before, current, command);
      if (replay && command.clip) {
        await record(tx, { id, name: before.name, detail: `of ${replay.clip.camera_name}` });
      }
      return tx.stream.update({ where: { id }, data: { replay: replay ?? Prisma.DbNull } });
    });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    return stream;
  },
);

async function replayAfter(
  tx: Transaction,
  stream: Stream,
  current: StoredReplayOut | null,
  { clip: wanted, state, speed }: Command,
): Promise<StoredReplayOut | null> {
  if (wanted === null) return null;
  const clip = wanted ? await findClip(tx, stream, wanted) : current?.clip;
  if (!clip) throw new AppError('conflict', 'Nothing is cued. Cue a clip first.');
  return {
    clip,
    state: state ?? (wanted || !current ? 'cued' : current.state),
    speed: speed ?? current?.speed ?? 1,
    since: laterThan(current?.since),
  };
}

/** The present time, which differs from that of the command before. */
function laterThan(before: string | undefined): string {
  const afterMs = before === undefined ? 0 : Date.parse(before) + 1;
  return new Date(Math.max(Date.now(), afterMs)).toISOString();
}

async function findClip(
  tx: Transaction,
  { eventId }: Stream,
  { camera_id: cameraId, from, to, last_seconds: lastSeconds }: NonNullable<Command['clip']>,
): Promise<StoredReplayOut['clip']> {
  if (recordingsEnv().RECORDINGS_S3_BUCKET !== undefined) throw new AppError('conflict', inBucketSentence);
  const end = to === undefined ? new Date() : new Date(to);
  const begin = from === undefined ? new Date(end.getTime() - lastSeconds * 1_000) : new Date(from);
  const recording = await tx.recording.findFirst({
    where: {
      eventId,
      streamId: cameraId,
      startedAt: { lt: end },
      OR: [{ endedAt: null }, { endedAt: { gt: begin } }],
    },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
  });
  if (!recording) {
    const message = 'This camera has no recording of that time. Record it, then cue its last seconds.';
    throw new AppError('invalid_input', message, { details: { 'replay.clip.camera_id': [message] } });
  }
  return {
    camera_id: cameraId,
    camera_name: recording.cameraName,
    recording_id: recording.id,
    from: begin.toISOString(),
    to: end.toISOString(),
    cue: newId(),
    offset_ms: recording.offsetMs,
  };
}

const noReplaySentence = 'This stream is no replay. Choose Replay as the source of a stream of the event.';
const inBucketSentence = 'This server keeps its recordings in a bucket, and replays them from a disk alone.';
