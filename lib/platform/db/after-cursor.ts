import type { Cursor } from '@/lib/contracts/api/paging';

/** The rows after a cursor, for a list in order of creation; all rows without one. */
export const afterCursor = (cursor: Cursor | undefined) =>
  cursor && { OR: [{ createdAt: { gt: cursor.at } }, { createdAt: cursor.at, id: { gt: cursor.id } }] };
