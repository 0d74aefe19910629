import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/** An event without an end has no other: a phone that has gone leaves no position. */
const keptMinutes = 60;

/** Deletes the positions of phones whose event has ended or that have gone, and announces it. @returns how many */
export async function forgetPositions(): Promise<number> {
  const forgotten = await db().$queryRaw<{ organizationId: string; streamId: string }[]>`
    UPDATE phones SET latitude = NULL, longitude = NULL, accuracy_m = NULL, position_at = NULL
    FROM events
    WHERE phones.event_id = events.id AND position_at IS NOT NULL
      AND (events.ends_at <= now() OR position_at < now() - ${keptMinutes} * interval '1 minute')
    RETURNING phones.organization_id AS "organizationId", stream_id AS "streamId"`;
  for (const { organizationId, streamId } of forgotten) {
    await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
  }
  return forgotten.length;
}
