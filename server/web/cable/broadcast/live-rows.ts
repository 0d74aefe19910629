import type { Audience } from '@/lib/auth/policy';
import type { RowKind } from '@/lib/contracts/cable-messages';
import type { BusMessage } from '@/lib/platform/bus/bus';
import { readComments, serializeComment } from '@/lib/use-cases/comments/comments';
import { readEvents } from '@/lib/use-cases/events/get-event';
import { summarizeEvent } from '@/lib/use-cases/events/serialize';
import { readPhones } from '@/lib/use-cases/phones/phones';
import { serializeCrewPhone } from '@/lib/use-cases/phones/serialize';
import { readExports } from '@/lib/use-cases/recordings/exports/exports';
import { serializeExport } from '@/lib/use-cases/recordings/exports/serialize-export';
import { readMarks, serializeMark } from '@/lib/use-cases/recordings/marks';
import { readDestinations } from '@/lib/use-cases/streams/destinations/destinations';
import { serializeDestination } from '@/lib/use-cases/streams/destinations/serialize-destination';
import { readStreams } from '@/lib/use-cases/streams/get-stream';
import { serializeStream } from '@/lib/use-cases/streams/serialize';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import { maxSnapshotRows, type Row } from './channels';

/** A row of the database, serialized at most once for each audience. */
export interface AudienceRow {
  /** A phone has its stream's. */
  id: string;
  seenBy(audience: Audience): Row;
}

/** The rows to read: these and, for a snapshot, the organization's oldest before them. */
export interface RowSelection {
  ids: string[];
  hasSnapshot: boolean;
}

/** The bus's messages that change a kind of row, each with its field that has the row's id. */
type ChangedBy = { [Type in BusMessage['type']]?: string & keyof Extract<BusMessage, { type: Type }> };

interface LiveRows {
  changedBy: ChangedBy;
  read(organizationId: string, selection: RowSelection): Promise<AudienceRow[]>;
}

interface Reader<R extends { id: string }> {
  changedBy: ChangedBy;
  /** @param selection the rows of these ids, or the oldest so many; their organization's alone */
  read(organizationId: string, selection: { ids?: string[]; limit?: number }): Promise<R[]>;
  serialize(row: R, audience: Audience): Row;
}

const liveRows = <R extends { id: string }>({ changedBy, read, serialize }: Reader<R>): LiveRows => ({
  changedBy,
  async read(organizationId, { ids, hasSnapshot }) {
    const oldest = hasSnapshot ? await read(organizationId, { limit: maxSnapshotRows + 1 }) : [];
    const known = new Set(oldest.map(({ id }) => id));
    // A tally that has become empty has a row only where it is asked for.
    const missing = ids.filter((id) => !known.has(id));
    const others = missing.length === 0 ? [] : await read(organizationId, { ids: missing });
    return [...oldest, ...others].map((row) => audienceRow(row, serialize));
  },
});

function audienceRow<R extends { id: string }>(row: R, serialize: Reader<R>['serialize']): AudienceRow {
  const seen = new Map<Audience, Row>();
  return {
    id: row.id,
    seenBy(audience) {
      const json = seen.get(audience) ?? serialize(row, audience);
      seen.set(audience, json);
      return json;
    },
  };
}

/** Reads the rows of the live lists, by kind. */
export const liveRowsByKind: Record<RowKind, LiveRows> = {
  stream: liveRows({
    changedBy: { stream_upsert: 'streamId', stream_remove: 'streamId' },
    read: readStreams,
    serialize: serializeStream,
  }),
  event: liveRows({
    changedBy: { event_upsert: 'eventId', event_remove: 'eventId' },
    read: readEvents,
    serialize: summarizeEvent,
  }),
  tally: liveRows({ changedBy: { tally_upsert: 'eventId' }, read: readTallies, serialize: (tally) => tally }),
  export: liveRows({
    changedBy: { export_upsert: 'exportId', export_remove: 'exportId' },
    read: readExports,
    serialize: serializeExport,
  }),
  destination: liveRows({
    changedBy: { destination_upsert: 'destinationId', destination_remove: 'destinationId' },
    read: readDestinations,
    serialize: serializeDestination,
  }),
  comment: {
    changedBy: { comment_upsert: 'commentId', comment_remove: 'commentId' },
    // There is no snapshot of comments, as of marks.
    read: async (organizationId, { ids }) =>
      (await readComments(organizationId, ids)).map((comment) => audienceRow(comment, serializeComment)),
  },
  mark: {
    changedBy: { mark_upsert: 'markId', mark_remove: 'markId' },
    // There is no snapshot of marks: the API has those of before.
    read: async (organizationId, { ids }) =>
      (await readMarks(organizationId, ids)).map((mark) => audienceRow(mark, serializeMark)),
  },
  phone: liveRows({
    changedBy: { phone_upsert: 'streamId', phone_remove: 'streamId', stream_remove: 'streamId' },
    read: async (organizationId, { ids, limit }) =>
      (await readPhones(organizationId, { streamIds: ids, limit })).map((phone) => ({ id: phone.streamId, phone })),
    serialize: ({ phone }) => serializeCrewPhone(phone),
  }),
};

/** A change of a row that the bus tells of. */
interface RowChange {
  kind: RowKind;
  organizationId: string;
  id: string;
  isNew: boolean;
  isRemoved: boolean;
}

/** The changes of rows that a message of the bus tells of. */
export function changesOf(message: BusMessage): RowChange[] {
  const fields: Readonly<Record<string, unknown>> = message;
  return (Object.keys(liveRowsByKind) as RowKind[]).flatMap((kind) => {
    const idField = liveRowsByKind[kind].changedBy[message.type];
    if (!idField) return [];
    return {
      kind,
      organizationId: String(fields.organizationId),
      id: String(fields[idField]),
      isNew: fields.isNew === true,
      isRemoved: message.type.endsWith('_remove'),
    };
  });
}
