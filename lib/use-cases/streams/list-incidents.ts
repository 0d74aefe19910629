import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { StreamIncident } from '@/prisma/generated/client';
import { getStream } from './get-stream';

interface IncidentsRequest extends PageRequest {
  /** The earliest and the latest time, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A page of the incidents of a stream, newest first. @throws AppError `not_found` */
export const listIncidents = defineUseCase(
  { action: 'incidents.read' },
  async ({ actor }, streamId: string, { limit, cursor, from, to }: IncidentsRequest): Promise<Page<StreamIncident>> => {
    await getStream(actor, streamId);
    const incidents = await db().streamIncident.findMany({
      where: {
        streamId,
        organizationId: actor.organizationId,
        occurredAt: { gte: from, lte: to },
        AND: beforeCursor(cursor, 'occurredAt'),
      },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    });
    return pageOf(incidents, limit, ({ occurredAt: at, id }) => ({ at, id }));
  },
);
