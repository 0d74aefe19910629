import type { BondedLink } from '@/lib/contracts/bonded-link';
import { type FoundProblem, storedFinding } from '@/lib/contracts/catalogue/found-problem';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { StreamSignal } from '@/lib/contracts/streams';
import type { LossCause, WorkerReport } from '@/lib/contracts/worker-protocol';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { insertIncident, recordIncident } from '@/lib/use-cases/streams/state/record-incident';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { Prisma, type StreamMetric } from '@/prisma/generated/client';
import type { RecordedWorker } from './leased-stream';

/** The writer: a write does nothing unless this gateway holds the stream's lease in this generation. */
interface Holder {
  gatewayId: string;
  generation: number;
}

const announce = (streamId: string, organizationId: string): Promise<void> =>
  openBus().publish({ type: 'stream_upsert', organizationId, streamId });

/** Changes a stream's row and publishes it, where there is such a row. */
async function change(
  where: Prisma.StreamWhereInput & { id: string },
  data: Prisma.StreamUpdateManyMutationInput,
): Promise<void> {
  const select = { organizationId: true };
  const [stream] = await db().stream.updateManyAndReturn({ where, data, select });
  if (stream) await announce(where.id, stream.organizationId);
}

/**
 * Records and publishes the media of a stream's camera, and whether it is passed through or transcoded.
 * @param record `media` is null where it is unknown
 */
export const recordMedia = (
  streamId: string,
  { gatewayId, generation, media }: Holder & { media: StreamMedia | null },
): Promise<void> =>
  change({ id: streamId, leaseOwner: gatewayId, generation, status: 'active' }, { media: media ?? Prisma.DbNull });

/** Records and publishes the round trip of a stream's encoder, while the gateway holds its lease. */
export const recordRoundTrip = (
  streamId: string,
  { gatewayId, rttMs }: { gatewayId: string; rttMs: number },
): Promise<void> => change({ id: streamId, leaseOwner: gatewayId }, { rttMs });

/** Records and publishes the links of a stream's encoder, while the gateway holds its lease. */
export const recordBondedLinks = (
  streamId: string,
  { gatewayId, links }: { gatewayId: string; links: BondedLink[] | null },
): Promise<void> => change({ id: streamId, leaseOwner: gatewayId }, { bondedLinks: links ?? Prisma.DbNull });

/** Why a camera that was live is lost, and how long ago its last frame came. */
export interface CameraLoss {
  cause: LossCause | 'excess';
  agoMs: number;
}

/** Beyond its bitrate a camera counts as gone, whatever its worker says of why. */
export function cameraLossOf(report: WorkerReport | null): CameraLoss | null {
  if (!report?.loss) return null;
  const { cause, agoMs } = report.loss;
  return { cause: report.excess ? 'excess' : cause, agoMs };
}

/**
 * Records and publishes a stream's signal. That a live camera is lost, and that it is back, are lines of the stream's
 * history.
 * @param record `loss` is the cause of a camera's loss, where its worker knows it
 */
export async function recordSignal(
  streamId: string,
  { gatewayId, generation, signal, loss }: Holder & { signal: StreamSignal; loss: CameraLoss | null },
): Promise<void> {
  const where = { id: streamId, leaseOwner: gatewayId, generation, status: 'active', signal: { not: signal } } as const;
  const organizationId = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where });
    if (!stream) return null;
    const nowMs = Date.now();
    const isLost = stream.signal === 'live' && signal === 'lost';
    const wasLostAt = signal === 'live' ? stream.lostAt : null;
    let { lostAt } = stream;
    if (isLost) lostAt = new Date(nowMs - (loss?.agoMs ?? 0));
    else if (signal === 'live') lostAt = null;
    await tx.stream.update({ where: { id: streamId }, data: { signal, lostAt } });
    if (isLost) {
      const text = { code: 'signal_lost', figures: { cause: loss?.cause ?? null } } as const;
      await insertIncident(tx, streamId, { code: 'camera_lost', severity: 'critical', text });
    } else if (wasLostAt) {
      const text = { code: 'signal_back', figures: { durationMs: nowMs - wasLostAt.getTime() } } as const;
      await insertIncident(tx, streamId, { code: 'camera_back', severity: 'info', text });
    }
    return stream.organizationId;
  });
  if (organizationId) await announce(streamId, organizationId);
}

/**
 * Records which worker runs a stream: before its start, so that a gateway that claims the stream knows of it, and again
 * with its address.
 * @returns false where another gateway holds the lease, or the generation has changed
 */
export async function recordWorker(streamId: string, record: Holder & RecordedWorker): Promise<boolean> {
  const { gatewayId, generation, workerId, node, address } = record;
  const { count } = await db().stream.updateMany({
    where: { id: streamId, leaseOwner: gatewayId, generation },
    data: {
      podName: workerId,
      workerNode: node,
      podIp: address?.host ?? null,
      workerInputPort: address?.inputPort ?? null,
      workerOutputPort: address?.outputPort ?? null,
      workerControlPort: address?.controlPort ?? null,
    },
  });
  return count > 0;
}

/** Keeps the newest picture of a stream's camera, and publishes that there is one. Does nothing for a deleted stream. */
export async function recordStill(streamId: string, jpeg: Buffer, takenAt: Date): Promise<void> {
  const [stream] = await db().$queryRaw<{ organizationId: string }[]>`
    WITH stream AS (
      UPDATE streams SET still_at = ${takenAt} WHERE id = ${streamId}::uuid
      RETURNING id, organization_id
    ), still AS (
      INSERT INTO stream_stills (stream_id, jpeg) SELECT id, ${jpeg} FROM stream
      ON CONFLICT (stream_id) DO UPDATE SET jpeg = excluded.jpeg
    )
    SELECT organization_id AS "organizationId" FROM stream`;
  if (stream) await announce(streamId, stream.organizationId);
}

/** Adds the bytes that went to SRT players to those of the present day (UTC). A stream that is gone counts no more. */
export async function recordPlayerBytes(bytesByStream: Map<string, number>): Promise<number> {
  if (bytesByStream.size === 0) return 0;
  const [ids, bytes] = [[...bytesByStream.keys()], [...bytesByStream.values()]];
  return db().$executeRaw`
    INSERT INTO player_days (stream_id, day, organization_id, bytes)
    SELECT streams.id, (now() AT TIME ZONE 'UTC')::date, streams.organization_id, sent.bytes
    FROM unnest(${ids}::uuid[], ${bytes}::float8[]) AS sent (stream_id, bytes)
    JOIN streams ON streams.id = sent.stream_id ORDER BY streams.id
    ON CONFLICT (stream_id, day) DO UPDATE SET bytes = player_days.bytes + excluded.bytes`;
}

export type SampleTotals = Pick<StreamMetric, 'reconnectCount' | 'droppedFrames'>;

/**
 * The counters of a stream in its last sample since it was switched on, so that another gateway can continue them.
 * @returns null without a sample
 */
export async function findSampleTotals(streamId: string): Promise<SampleTotals | null> {
  // By the stream's history; null where it was not off since it was first switched on.
  const lastOff = await db().streamIncident.findFirst({
    where: { streamId, code: { in: ['status_stopping', 'status_stopped', 'status_error'] } },
    orderBy: { occurredAt: 'desc' },
    select: { occurredAt: true },
  });
  return db().streamMetric.findFirst({
    where: { streamId, ...(lastOff && { recordedAt: { gt: lastOff.occurredAt } }) },
    orderBy: { recordedAt: 'desc' },
    select: { reconnectCount: true, droppedFrames: true },
  });
}

/** The gateway that holds the stream whose row names a worker. */
export interface WorkerOwner {
  workerId: string;
  /** Null: no gateway. */
  gatewayId: string | null;
  /** The stream is on: where no gateway holds it, one will claim it and adopt the worker. */
  isOn: boolean;
}

/** The owners of those of the workers that a stream's row names. */
export async function findWorkerOwners(workerIds: string[]): Promise<WorkerOwner[]> {
  const streams = await db().stream.findMany({
    where: { podName: { in: workerIds } },
    select: { podName: true, leaseOwner: true, status: true },
  });
  return streams.map(({ podName, leaseOwner, status }) => ({
    workerId: podName ?? '',
    gatewayId: leaseOwner,
    isOn: isWanted(status),
  }));
}

/** A gateway with space claims a stream within this time. */
const waitsMs = 3_000;
const waitingProblem = { code: 'no_room', figures: {} } as const;

/**
 * Notes on each unclaimed stream that is on why it does not start. A gateway without space calls this: another one with
 * space would have claimed the stream. The gateway that claims it later clears the finding, as does Off.
 * @returns the number of streams that did not say so yet
 */
export async function noteWaitingStreams(): Promise<{ noted: number }> {
  const found: FoundProblem = { ...waitingProblem, severity: 'warning', since: new Date().toISOString() };
  const noted = await db().$queryRaw<{ id: string; organizationId: string }[]>`
    UPDATE streams SET findings = ${JSON.stringify([storedFinding(found)])}::jsonb || findings
    WHERE status = 'provisioning' AND lease_owner IS NULL
      AND updated_at < now() - ${waitsMs} * interval '1 millisecond'
      AND NOT findings @> ${JSON.stringify([{ code: waitingProblem.code }])}::jsonb
    RETURNING id, organization_id AS "organizationId"`;
  for (const { id, organizationId } of noted) {
    const text = { code: 'problem_found', figures: { problem: waitingProblem } } as const;
    await recordIncident(id, { code: waitingProblem.code, severity: 'warning', text });
    await announce(id, organizationId);
  }
  return { noted: noted.length };
}

/** The reconciler's queries. */
export const postgresStreamRecords = {
  applyStreamTransition,
  findSampleTotals,
  findWorkerOwners,
  recordMedia,
  recordSignal,
  recordWorker,
};

export type StreamRecords = typeof postgresStreamRecords;
