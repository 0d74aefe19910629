import type { EventSummaryJson } from '@/lib/contracts/events';
import { type Channel, maxSnapshotRows } from './channel';

/** All events of the user's organization, as they are created, changed and deleted. */
export const eventsChannel: Channel<EventSummaryJson> = {
  name: 'EventsChannel',
  action: 'events.read',
  kind: 'event',
  isOfStream: false,
  snapshot: ({ rows }) => [
    { type: 'events_snapshot', events: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows },
  ],
  changed: (event) => [{ type: 'event_upsert', event }],
  removed: (eventId) => [{ type: 'event_remove', event_id: eventId }],
};
