import { readEvents } from '@/lib/events/read-events';
import { serializeEventForMember } from '@/lib/events/serialize';
import { readStreams } from '@/lib/streams/read-streams';
import { serializeStreamForMember } from '@/lib/streams/serialize';
import type { Row, RowKind } from './channel';

/** Rows of one organization, oldest first. @param ids only these of them */
type ReadRows = (organizationId: string, ids?: string[]) => Promise<Row[]>;

/** How the rows that channels tell of are read. */
export const readRows: Record<RowKind, ReadRows> = {
  stream: async (organizationId, ids) => (await readStreams(organizationId, ids)).map(serializeStreamForMember),
  event: async (organizationId, ids) => (await readEvents(organizationId, ids)).map(serializeEventForMember),
};
