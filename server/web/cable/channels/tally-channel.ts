import type { TallyJson } from '@/lib/contracts/tally/tally';
import { type Channel, maxSnapshotRows } from './channel';

/** The cameras on air in the user's organization, by event, at each cut. */
export const tallyChannel: Channel<TallyJson> = {
  name: 'TallyChannel',
  action: 'tally.read',
  kind: 'tally',
  isOfStream: false,
  snapshot: ({ rows }) => [
    { type: 'tally_snapshot', tallies: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows },
  ],
  changed: (tally) => [{ type: 'tally_upsert', tally }],
  // A deleted event has no cameras.
  removed: () => [],
};
