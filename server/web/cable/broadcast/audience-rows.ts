import type { Actor } from '@/lib/auth/actor';
import { findEvents } from '@/lib/events/find-events';
import { summarizeEvent } from '@/lib/events/serialize';
import { findStreams } from '@/lib/streams/find-streams';
import { serializeStream } from '@/lib/streams/serialize';
import type { Row, RowKind } from '../channels/channel';

/** How each audience sees a row: an audience is a row of this table, and sees what its serializers show. */
const serializers = {
  member: { stream: serializeStream, event: summarizeEvent },
};

/** Actors who see the same of every row, so that one frame serves them all. */
export type Audience = keyof typeof serializers;
export const audiences = Object.keys(serializers) as Audience[];

/** The audience that an actor belongs to. Every role is a member today. */
export const audienceOf = (_actor: Actor): Audience => 'member';

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
    (await findStreams(organizationId, ids)).map((stream) =>
      audienceRow(stream.id, (audience) => serializers[audience].stream(stream)),
    ),
  event: async (organizationId, ids) =>
    (await findEvents(organizationId, ids)).map((event) =>
      audienceRow(event.id, (audience) => serializers[audience].event(event)),
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
