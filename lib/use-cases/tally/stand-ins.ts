import type { StandIn } from '@/lib/core/tally';
import type { Transaction } from '@/lib/platform/db/db';
import type { ProgramStandIn } from '@/prisma/generated/client';

/** The cameras of an organization that are in the place of others now, by event. @param eventIds limits it to these events */
export async function readStandIns(
  tx: Pick<Transaction, 'programStandIn'>,
  organizationId: string,
  eventIds?: string[],
): Promise<Map<string, StandIn>> {
  const rows = await tx.programStandIn.findMany({
    where: { organizationId, endedAt: null, eventId: eventIds && { in: eventIds } },
  });
  return new Map(rows.map((row) => [row.eventId, row]));
}

/** The camera that is in the place of another one now; null: none is. */
export const findStandIn = (tx: Pick<Transaction, 'programStandIn'>, eventId: string): Promise<ProgramStandIn | null> =>
  tx.programStandIn.findFirst({ where: { eventId, endedAt: null }, orderBy: { beganAt: 'desc' } });

/** Ends it by Postgres's clock, as cuts are. */
export const endStandIn = (tx: Transaction, id: string): Promise<number> =>
  tx.$executeRaw`UPDATE program_stand_ins SET ended_at = clock_timestamp() WHERE id = ${id}::uuid AND ended_at IS NULL`;
