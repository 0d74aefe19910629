import type { Audience } from '@/lib/auth/policy';
import { readEvents } from '@/lib/events/read-events';
import { summarizeEvent } from '@/lib/events/serialize';
import { readStreams } from '@/lib/streams/read-streams';
import { serializeStream } from '@/lib/streams/serialize';
import type { Row, RowKind } from '../channels/channel';

/** A row of the database, serialized at most once for each audience. */
export interface AudienceRow {
  id: string;
  seenBy(audience: Audience): Row;
}

/** Reads rows of one organization, oldest first. @param ids only these */
type ReadRows = (organizationId: string, ids?: string[]) => Promise<AudienceRow[]>;

/** How rows of each kind are read. */
export const readRows: Record<RowKind, ReadRows> = {
  stream: async (organizationId, ids) =>
    (await readStreams(organizationId, ids)).map((stream) =>
      audienceRow(stream.id, (audience) => serializeStream(stream, audience)),
    ),
  event: async (organizationId, ids) =>
    (await readEvents(organizationId, ids)).map((event) =>
      audienceRow(event.id, (audience) => summarizeEvent(event, audience)),
    ),
};

function audienceRow(id: string, serializeFor: (audience: Audience) => Row): AudienceRow {
  const seen = new Map<Audience, Row>();
  return {
    id,
    seenBy(audience) {
      const row = seen.get(audience) ?? serializeFor(audience);
      seen.set(audience, row);
      return row;
    },
  };
}
