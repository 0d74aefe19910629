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
  const { recordingId, sizeBytes, behindMs, freePercent, fault } = state;
  const changes = JSON.stringify({ sizeBytes, behindMs, freePercent, fault });
  const [stream] = await db().$queryRaw<{ organizationId: string }[]>`
    WITH stream AS (
      UPDATE streams SET recorder = recorder || ${changes}::jsonb
      WHERE id = ${streamId}::uuid AND lease_owner = ${gatewayId} AND recording_id = ${recordingId}::uuid
      RETURNING organization_id
    ), recording AS (
      UPDATE recordings SET size_bytes = ${sizeBytes}
      WHERE id = ${recordingId}::uuid AND EXISTS (SELECT 1 FROM stream)
    )
    SELECT organization_id AS "organizationId" FROM stream`;
  if (!stream) return false;
  await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  return true;
}
