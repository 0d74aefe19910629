import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';

/** One event of the actor's organization. @throws AppError `not_found` */
export const getEvent = defineUseCase({ action: 'events.read' }, async ({ actor }, id: string): Promise<Event> => {
  const event = await db().event.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!event) throw eventNotFound();
  return event;
});

/** The one error for an event that does not exist or belongs to another organization. */
export const eventNotFound = (cause?: unknown) => new AppError('not_found', 'This event does not exist.', { cause });

/** A page of the events of the actor's organization, oldest first. */
export const listEvents = defineUseCase(
  { action: 'events.read' },
  async ({ actor }, request: PageRequest): Promise<Page<Event>> => {
    const page = pageByTime('createdAt', 'asc', request);
    return page.read({ organizationId: actor.organizationId }, (query) => db().event.findMany(query));
  },
);

/**
 * Events of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export const readEvents = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, { ids, limit }: { ids?: string[]; limit?: number }): Promise<Event[]> => {
    return db().event.findMany({
      where: { organizationId, id: ids && { in: ids } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit,
    });
  },
);
