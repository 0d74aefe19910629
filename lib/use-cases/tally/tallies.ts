import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import { combineTally, withStandIn } from '@/lib/core/tally';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import type { TallyChange } from '@/prisma/generated/client';
import { readDesks } from './read-desks';
import { readReport } from './serialize';
import { readStandIns } from './stand-ins';

/** The tally of an event of the actor's organization. @throws AppError `not_found` */
export const getTally = defineUseCase(
  { action: 'tally.read' },
  async ({ actor }, eventId: string): Promise<TallyJson> => {
    await getEvent(actor, eventId);
    const [tally] = await readTallies(actor.organizationId, { ids: [eventId] });
    if (!tally) throw eventNotFound();
    return tally;
  },
);

/**
 * Tallies of one organization's events that have sources or are cut in Sightline, for callers that have asked the policy.
 * @param options.ids limits them to these events; one without sources has an empty tally, whoever it belongs to
 * @param options.limit how many at most
 */
export const readTallies = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, { ids, limit }: { ids?: string[]; limit?: number }): Promise<TallyJson[]> => {
    // Beside each other, because a camera's light waits for it.
    const [sources, desks, standIns] = await Promise.all([
      db().tallySource.findMany({
        where: { organizationId, eventId: ids && { in: ids } },
        orderBy: [{ eventId: 'asc' }, { id: 'asc' }],
      }),
      readDesks(db(), organizationId, ids),
      readStandIns(db(), organizationId, ids),
    ]);
    const byEvent = new Map([...(ids ?? []), ...desks.keys()].map((id) => [id, [] as typeof sources]));
    for (const source of sources) {
      const others = byEvent.get(source.eventId);
      if (others) others.push(source);
      else byEvent.set(source.eventId, [source]);
    }
    return [...byEvent].slice(0, limit).map(([id, ofEvent]) => ({
      id,
      type: 'tally',
      attributes: {
        streams: [...withStandIn(combineTally(ofEvent.map(readReport), desks.get(id)), standIns.get(id) ?? null)].map(
          ([stream_id, tally]) => ({ stream_id, tally }),
        ),
      },
    }));
  },
);

/** When which cameras of an event were on air, oldest first. @throws AppError `not_found` */
export const listTallyChanges = defineUseCase(
  { action: 'tally.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<TallyChange>> => {
    await getEvent(actor, eventId);
    const page = pageByTime('occurredAt', 'asc', request);
    const rows = await db().tallyChange.findMany({
      where: { eventId, organizationId: actor.organizationId, AND: page.where },
      ...page.order,
    });
    return page.of(rows);
  },
);
