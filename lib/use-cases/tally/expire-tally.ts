import { db } from '@/lib/platform/db/db';
import { changeTally } from './change-tally';

/** Makes the sources silent whose last report counts no longer. Any number of processes may do it at the same time. */
export async function expireTally(): Promise<void> {
  const events = await db().$queryRaw<{ organizationId: string; eventId: string }[]>`
    SELECT DISTINCT organization_id AS "organizationId", event_id AS "eventId"
    FROM tally_sources WHERE is_live AND valid_until < now()`;
  for (const event of events) {
    await changeTally(
      event,
      (tx) => tx.$executeRaw`
        UPDATE tally_sources SET is_live = false
        WHERE event_id = ${event.eventId}::uuid AND is_live AND valid_until < now()`,
    );
  }
}
