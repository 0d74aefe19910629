import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

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
  if (stream) await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
}
