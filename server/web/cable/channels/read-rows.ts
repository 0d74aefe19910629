import { findEvents } from '@/lib/events/find-events';
import { summarizeEvent } from '@/lib/events/serialize';
import { findStreams } from '@/lib/streams/find-streams';
import { serializeStream } from '@/lib/streams/serialize';
import type { Row, RowKind } from './channel';

/** Rows of one organization, oldest first. @param ids only these of them */
type ReadRows = (organizationId: string, ids?: string[]) => Promise<Row[]>;

/** How the rows that channels tell of are read. */
export const readRows: Record<RowKind, ReadRows> = {
  stream: async (organizationId, ids) => (await findStreams(organizationId, ids)).map(serializeStream),
  event: async (organizationId, ids) => (await findEvents(organizationId, ids)).map(summarizeEvent),
};
