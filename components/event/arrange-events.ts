import { hasWords } from '@/components/controls/has-words';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';

/** An event and its cameras. */
interface EventRow {
  id: string;
  event: EventSummaryJson;
  streams: StreamJson[];
}

/**
 * Orders the events of a search: with a camera on, of today, planned (soonest first), without a date (as made), over
 * (latest first).
 */
export function arrangeEvents(
  events: EventSummaryJson[],
  streams: StreamJson[],
  search: string,
  now: Date,
): EventRow[] {
  return events
    .filter(({ attributes }) => hasWords(attributes.name, search))
    .map((event) => {
      const row = {
        id: event.id,
        event,
        streams: streams.filter(({ attributes }) => attributes.event_id === event.id),
      };
      return { row, ...placeOf(row, now) };
    })
    .sort((a, b) => a.rank - b.rank || a.orderMs - b.orderMs)
    .map(({ row }) => row);
}

/** Where an event belongs. @returns its group, and its order in it, in milliseconds */
function placeOf({ event, streams }: EventRow, now: Date): { rank: number; orderMs: number } {
  const { starts_at, ends_at, created_at } = event.attributes;
  const madeMs = Date.parse(created_at);
  if (streams.some(({ attributes }) => attributes.status === 'active')) return { rank: 0, orderMs: madeMs };
  const startMs = Date.parse(starts_at ?? ends_at ?? '');
  const endMs = Date.parse(ends_at ?? starts_at ?? '');
  if (Number.isNaN(startMs)) return { rank: 3, orderMs: madeMs };
  const todayMs = new Date(now).setHours(0, 0, 0, 0);
  const tomorrowMs = new Date(now).setHours(24, 0, 0, 0);
  if (endMs < todayMs) return { rank: 4, orderMs: -endMs };
  return { rank: startMs < tomorrowMs ? 1 : 2, orderMs: startMs };
}
