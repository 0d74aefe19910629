import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
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
  async ({ actor }, streamId: string, { from, to, ...request }: IncidentsRequest): Promise<Page<StreamIncident>> => {
    await getStream(actor, streamId);
    const list = { streamId, organizationId: actor.organizationId, occurredAt: { gte: from, lte: to } };
    return pageByTime('occurredAt', 'desc', request).read(list, (query) => db().streamIncident.findMany(query));
  },
);
