import type { Cursor } from '@/lib/contracts/api/paging';

/**
 * The rows before a cursor, for a list with the newest first; all rows without one.
 * @param time the column that orders the list
 */
export const beforeCursor = <Time extends 'createdAt' | 'occurredAt' | 'startedAt' | 'endsAt'>(
  cursor: Cursor | undefined,
  time: Time,
) =>
  cursor && {
    OR: [
      { [time]: { lt: cursor.at } } as Record<Time, { lt: Date }>,
      { [time]: cursor.at, id: { lt: cursor.id } } as Record<Time, Date> & { id: { lt: string } },
    ],
  };
