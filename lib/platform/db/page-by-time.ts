import { type Cursor, type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';

type TimeColumn = 'at' | 'createdAt' | 'endsAt' | 'occurredAt' | 'startedAt';
type Comparison<Value> = { lt: Value } | { gt: Value };

/**
 * Reads a page of rows in the order of a time and, where times are the same, of ids.
 * @param order `asc` for oldest first
 * @returns `where` and `order` go into the query, whose rows `of` makes a page
 */
export function pageByTime<Column extends TimeColumn>(
  column: Column,
  order: 'asc' | 'desc',
  { limit, cursor }: PageRequest,
) {
  const beyond = <Value>(value: Value): Comparison<Value> => (order === 'asc' ? { gt: value } : { lt: value });
  const beyondCursor = ({ at, id }: Cursor) => ({
    OR: [
      { [column]: beyond(at) } as Record<Column, Comparison<Date>>,
      { [column]: at, id: beyond(id) } as Record<Column, Date> & { id: Comparison<string> },
    ],
  });
  const page = {
    /** The rows behind the cursor; all rows without one. */
    where: cursor && beyondCursor(cursor),
    order: {
      orderBy: [{ [column]: order } as Record<Column, 'asc' | 'desc'>, { id: order }],
      // One more says whether there is another page.
      take: limit + 1,
    },
    of: <Row extends Record<Column, Date> & { id: string }>(rows: Row[]): Page<Row> =>
      pageOf(rows, limit, (row) => ({ at: row[column], id: row.id })),
  };
  type Query<Where> = typeof page.order & { where: Where & { AND: typeof page.where } };
  return Object.assign(page, {
    /** Reads the page. @param list the rows of all pages @param find Prisma's findMany */
    read: async <Where extends object, Row extends Record<Column, Date> & { id: string }>(
      list: Where,
      find: (query: Query<Where>) => PromiseLike<Row[]>,
    ): Promise<Page<Row>> => page.of(await find({ where: { ...list, AND: page.where }, ...page.order })),
  });
}
