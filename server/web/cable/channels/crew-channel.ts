import type { CrewPhoneJson } from '@/lib/contracts/phones';
import { type Channel, maxSnapshotRows } from './channel';

/** The organization's phones, as each reports once a second. */
export const crewChannel: Channel<CrewPhoneJson> = {
  name: 'CrewChannel',
  action: 'phones.read',
  kind: 'phone',
  isOfStream: false,
  snapshot: ({ rows }) => [
    { type: 'crew_snapshot', phones: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows },
  ],
  changed: (phone) => [{ type: 'phone_upsert', phone }],
  removed: (streamId) => [{ type: 'phone_remove', stream_id: streamId }],
};
