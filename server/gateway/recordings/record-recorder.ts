import type { RecorderState } from '@/lib/contracts/recordings';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Records and publishes how a stream's recorder does, while the gateway holds its lease and the recording goes on.
 * @returns whether both hold
 */
export async function recordRecorder(
  streamId: string,
  { gatewayId, state }: { gatewayId: string; state: RecorderState },
): Promise<boolean> {
  const { recordingId, sizeBytes, behindMs, freePercent, fault, upload } = state;
  // Where there is none, the gateway's own uploader tells.
  const changes = JSON.stringify({ workerBytes: sizeBytes, behindMs, freePercent, fault, upload: upload ?? undefined });
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
