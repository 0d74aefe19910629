import type { Audience } from '@/lib/auth/policy';
import { readEvents } from '@/lib/use-cases/events/read-events';
import { summarizeEvent } from '@/lib/use-cases/events/serialize';
import { readPhones } from '@/lib/use-cases/phones/read-phones';
import { serializeCrewPhone } from '@/lib/use-cases/phones/serialize';
import { readExports } from '@/lib/use-cases/recordings/exports/read-exports';
import { serializeExport } from '@/lib/use-cases/recordings/exports/serialize-export';
import { readMarks } from '@/lib/use-cases/recordings/marks/read-marks';
import { serializeMark } from '@/lib/use-cases/recordings/marks/serialize-mark';
import { readStreams } from '@/lib/use-cases/streams/read-streams';
import { serializeStream } from '@/lib/use-cases/streams/serialize';
import { readTallies } from '@/lib/use-cases/tally/read-tallies';
import { maxSnapshotRows, type Row, type RowKind } from '../channels/channel';

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

type ReadRows = (organizationId: string, selection: RowSelection) => Promise<AudienceRow[]>;

/** Reads rows, by kind. */
export const readRows: Record<RowKind, ReadRows> = {
  stream: async (organizationId, selection) =>
    (await select(selection, (options) => readStreams(organizationId, options))).map((stream) =>
      audienceRow(stream.id, (audience) => serializeStream(stream, audience)),
    ),
  event: async (organizationId, selection) =>
    (await select(selection, (options) => readEvents(organizationId, options))).map((event) =>
      audienceRow(event.id, () => summarizeEvent(event)),
    ),
  tally: async (organizationId, selection) =>
    (await select(selection, (options) => readTallies(organizationId, options))).map((tally) =>
      audienceRow(tally.id, () => tally),
    ),
  export: async (organizationId, selection) =>
    (await select(selection, (options) => readExports(organizationId, options))).map((made) =>
      audienceRow(made.id, () => serializeExport(made)),
    ),
  phone: async (organizationId, selection) =>
    (
      await select(selection, async ({ ids, limit }) =>
        (await readPhones(organizationId, { streamIds: ids, limit })).map((phone) => ({ id: phone.streamId, phone })),
      )
    ).map(({ id, phone }) => audienceRow(id, () => serializeCrewPhone(phone))),
  mark: async (organizationId, { ids }) =>
    (await readMarks(organizationId, ids)).map((mark) => audienceRow(mark.id, () => serializeMark(mark))),
};

async function select<R extends { id: string }>(
  { ids, hasSnapshot }: RowSelection,
  read: (options: { ids?: string[]; limit?: number }) => Promise<R[]>,
): Promise<R[]> {
  if (!hasSnapshot) return read({ ids });
  const oldest = await read({ limit: maxSnapshotRows + 1 });
  if (oldest.length <= maxSnapshotRows) return oldest;
  const known = new Set(oldest.map(({ id }) => id));
  return [...oldest, ...(await read({ ids: ids.filter((id) => !known.has(id)) }))];
}

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
