import { type KnownText, sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { StreamStatus } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { readInstallation } from '@/lib/platform/db/installation';
import { openRecordingStorage } from '@/lib/platform/storage/open-recording-storage';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { Prisma, type Stream } from '@/prisma/generated/client';
import { beginRecording, endRecording, notRecording } from './recording-state';
import { isWanted, needsGateway, nextStatus, type StreamTransition } from './stream-state';

interface Options {
  /** Restricts the stream: to the user's organization, or to the gateway's lease and generation. */
  where: Prisma.StreamWhereInput;
  /** Written with the new status, and only if the status changes. */
  data?: Prisma.StreamUpdateInput;
  /** Called in the transaction once the status of this stream is about to change; throws to refuse the change. */
  admit?(tx: Transaction, stream: Stream): Promise<void>;
  /** Whether On may begin a recording that the user wants with it. Without this, it may. */
  mayRecord?(tx: Transaction): Promise<boolean>;
  /** Kept in the stream's row while its status is error, and in its history. */
  reason?: KnownText;
}

/**
 * The only writer of a stream's status. Locks the row, asks the state machine, and writes status and history in one
 * transaction. Notifies the other processes after the commit.
 * @returns the stream after the transition, or null where no stream matches `where`
 */
export const applyStreamTransition = defineSystem(
  'gateways, and use cases that know who asks',
  async (
    streamId: string,
    transition: StreamTransition,
    { where, data, admit, mayRecord = async () => true, reason }: Options,
  ): Promise<Stream | null> => {
    const result = await db().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
      const stream = await tx.stream.findFirst({ where: { AND: [{ id: streamId }, where] } });
      if (!stream) return null;
      const status = nextStatus(stream.status, transition);
      if (status === stream.status) return { stream, changed: false };
      await admit?.(tx, stream);
      const statusReason = status === 'error' && reason ? reason : null;
      const recording = await recordingAfter(tx, stream, { transition, status, mayRecord });
      const updated = await tx.stream.update({
        where: { id: streamId },
        data: {
          ...data,
          ...effects[transition],
          ...recording,
          ...(isWanted(status) ? {} : { stoppedAt: new Date() }),
          status,
          statusReason: statusReason && sentenceOf(statusReason),
          codedStatusReason: statusReason ?? Prisma.DbNull,
        },
      });
      const message = reason ?? { code: defaultReasons[transition], figures: {} };
      await tx.streamIncident.create({
        data: {
          id: newId(),
          streamId,
          organizationId: stream.organizationId,
          code: `status_${status}`,
          severity:
            status === 'error'
              ? 'critical'
              : transition === 'worker_lost' || transition === 'claimed'
                ? 'warning'
                : 'info',
          codedMessage: message,
          message: sentenceOf(message),
        },
      });
      return { stream: updated, changed: true };
    });
    if (result?.changed) {
      const { organizationId, leaseOwner, status } = result.stream;
      const isUnclaimed = leaseOwner === null && needsGateway(status) ? true : undefined;
      await openBus().publish({ type: 'stream_upsert', organizationId, streamId, isUnclaimed });
    }
    return result?.stream ?? null;
  },
);

/** A recording ends with the camera's Off, and begins with its On where the user wants that. */
async function recordingAfter(
  tx: Transaction,
  stream: Stream,
  {
    transition,
    status,
    mayRecord,
  }: { transition: StreamTransition; status: StreamStatus } & Required<Pick<Options, 'mayRecord'>>,
): Promise<Prisma.StreamUpdateInput> {
  if (!isWanted(status)) {
    await endRecording(tx, stream);
    return notRecording;
  }
  const begins = transition === 'start_requested' && stream.recordsWhenOn && openRecordingStorage() !== null;
  if (!begins || (await readInstallation(tx)).pausedAt !== null) return {};
  return (await mayRecord(tx)) ? beginRecording(tx, stream) : {};
}

const released = {
  signal: 'none',
  leaseOwner: null,
  podName: null,
  podIp: null,
  workerNode: null,
  workerInputPort: null,
  workerOutputPort: null,
  workerControlPort: null,
  startedAt: null,
  lostAt: null,
  media: Prisma.DbNull,
  findings: [],
} satisfies Prisma.StreamUpdateInput;

/** The fields that a transition changes besides the status. */
const effects: Record<StreamTransition, Prisma.StreamUpdateInput> = {
  start_requested: { generation: { increment: 1 }, signal: 'none', startedAt: null, lostAt: null, findings: [] },
  stop_requested: {},
  passphrase_changed: { signal: 'none', startedAt: null, lostAt: null },
  source_changed: { signal: 'none', startedAt: null, lostAt: null, media: Prisma.DbNull, findings: [] },
  claimed: { signal: 'none' },
  worker_ready: {},
  worker_lost: { signal: 'none' },
  worker_failed: released,
  worker_stopped: released,
};

const defaultReasons = {
  start_requested: 'switched_on',
  stop_requested: 'switched_off',
  passphrase_changed: 'restarting_for_passphrase',
  source_changed: 'restarting_for_source',
  claimed: 'taken_over',
  worker_ready: 'ready',
  worker_lost: 'worker_lost',
  worker_failed: 'not_started',
  worker_stopped: 'stopped',
} as const satisfies Record<StreamTransition, KnownText['code']>;
