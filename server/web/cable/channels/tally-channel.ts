import type { TallyJson } from '@/lib/contracts/tally/tally';
import { type Channel, maxSnapshotRows } from './channel';

/** Which cameras of the user's organization are on air, by event, with each cut. */
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
