import type { RecorderState } from '@/lib/contracts/recordings';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';

/** Interval between publications of a growing size. A fault is published at once. */
const sizeIntervalMs = 5_000;

/** A stream that may be recorded; the reconciler's StreamRuntime is one. */
export interface Recordable {
  readonly stream: { id: string; recordingId: string | null };
  readonly isHeld: boolean;
  readonly vitals: { readonly report: Pick<WorkerReport, 'recorder'> | null };
}

export interface RecorderPublisherOptions {
  gatewayId: string;
  streams: { values(): Recordable[] };
}

/** Records and publishes the state of each stream's recorder. */
export class RecorderPublisher {
  readonly #options: RecorderPublisherOptions;
  readonly #recorded = new Map<string, { state: RecorderState; atMs: number }>();

  constructor(options: RecorderPublisherOptions) {
    this.#options = options;
  }

  /** Records the states that are news. To be called once a second. @returns the number of recorders */
  async publish(): Promise<{ recorders: number }> {
    const { gatewayId, streams } = this.#options;
    const atMs = performance.now();
    const recorded = streams.values().flatMap(({ stream, isHeld, vitals }) => {
      const state = vitals.report?.recorder;
      return isHeld && state && state.recordingId === stream.recordingId ? [{ streamId: stream.id, state }] : [];
    });
    const streamIds = new Set(recorded.map(({ streamId }) => streamId));
    for (const streamId of this.#recorded.keys()) if (!streamIds.has(streamId)) this.#recorded.delete(streamId);
    for (const { streamId, state } of recorded) {
      if (!this.#isNews(streamId, state, atMs)) continue;
      try {
        if (await recordRecorder(streamId, { gatewayId, state })) this.#recorded.set(streamId, { state, atMs });
      } catch (error) {
        log.warn({ err: error, streamId }, 'recorder: its state is not recorded; will retry');
      }
    }
    return { recorders: recorded.length };
  }

  #isNews(streamId: string, state: RecorderState, atMs: number): boolean {
    const known = this.#recorded.get(streamId);
    if (!known || known.state.recordingId !== state.recordingId || known.state.fault !== state.fault) return true;
    if (known.state.upload?.fault !== state.upload?.fault) return true;
    return atMs - known.atMs >= sizeIntervalMs && known.state.sizeBytes !== state.sizeBytes;
  }
}

/**
 * Records and publishes how a stream's recorder does, while the gateway holds its lease and the recording goes on.
 * @returns whether both hold
 */
export async function recordRecorder(
  streamId: string,
  { gatewayId, state }: { gatewayId: string; state: RecorderState },
): Promise<boolean> {
  const { recordingId, sizeBytes, behindMs, freePercent, freeBytes, fault, upload } = state;
  // Where there is none, the gateway's own uploader tells.
  const shown = { behindMs, freePercent, freeBytes, fault, upload: upload ?? undefined };
  const changes = JSON.stringify({ workerBytes: sizeBytes, ...shown });
  // The next worker of a recording counts from zero again.
  const [stream] = await db().$queryRaw<{ organizationId: string }[]>`
    WITH counted AS (
      SELECT id, (recorder->>'sizeBytes')::bigint AS total,
        COALESCE(recorder->>'workerBytes', recorder->>'sizeBytes')::bigint AS by_worker
      FROM streams
      WHERE id = ${streamId}::uuid AND lease_owner = ${gatewayId} AND recording_id = ${recordingId}::uuid
      FOR UPDATE
    ), grown AS (
      SELECT id, total + CASE WHEN ${sizeBytes} < by_worker THEN ${sizeBytes} ELSE ${sizeBytes} - by_worker END AS total
      FROM counted
    ), stream AS (
      UPDATE streams SET recorder = recorder || ${changes}::jsonb || jsonb_build_object('sizeBytes', grown.total)
      FROM grown WHERE streams.id = grown.id
      RETURNING organization_id
    ), recording AS (
      UPDATE recordings SET size_bytes = grown.total FROM grown WHERE recordings.id = ${recordingId}::uuid
    )
    SELECT organization_id AS "organizationId" FROM stream`;
  if (!stream) return false;
  await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  return true;
}
