import type { TallyJson } from '@/lib/contracts/tally/tally';
import { combineTally } from '@/lib/core/tally';
import { db } from '@/lib/platform/db/db';
import { readReport } from './serialize';

/**
 * Tallies of one organization's events that have sources, for callers that have asked the policy.
 * @param options.ids limits them to these events; one without sources has an empty tally, whoever it belongs to
 * @param options.limit how many at most
 */
export async function readTallies(
  organizationId: string,
  { ids, limit }: { ids?: string[]; limit?: number },
): Promise<TallyJson[]> {
  const sources = await db().tallySource.findMany({
    where: { organizationId, eventId: ids && { in: ids } },
    orderBy: [{ eventId: 'asc' }, { id: 'asc' }],
  });
  const byEvent = new Map((ids ?? []).map((id) => [id, [] as typeof sources]));
  for (const source of sources) {
    const others = byEvent.get(source.eventId);
    if (others) others.push(source);
    else byEvent.set(source.eventId, [source]);
  }
  return [...byEvent].slice(0, limit).map(([id, ofEvent]) => ({
    id,
    type: 'tally',
    attributes: {
      streams: [...combineTally(ofEvent.map(readReport))].map(([stream_id, tally]) => ({ stream_id, tally })),
    },
  }));
}
