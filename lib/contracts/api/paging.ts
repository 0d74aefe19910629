import { z } from 'zod';

/** A place in a list: after the row of this time and id. */
export interface Cursor {
  at: Date;
  id: string;
}

/** A cursor as callers see it: an opaque text that they hand back. */
const cursorText = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`;

const cursorPattern = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const cursorSchema = z
  .string()
  .regex(cursorPattern, 'cursor must be the next_cursor of an earlier answer.')
  .transform((text): Cursor => {
    const [, atMs, id = ''] = cursorPattern.exec(text) ?? [];
    return { at: new Date(Number(atMs)), id };
  });

/** Rows of a page of events or streams: in practice all, because clients of the specification ask for no second page. */
export const wholeList = { limit: 2_000, maxLimit: 2_000 };

const limitMessage = (max: number): string => `limit must be a whole number from 1 to ${max}.`;

/** The query of a paged list. @param limits the default and the maximum number of rows on a page */
export const pageQuery = ({ limit, maxLimit }: { limit: number; maxLimit: number }) =>
  z.object({
    limit: z.coerce
      .number<number>(limitMessage(maxLimit))
      .int(limitMessage(maxLimit))
      .min(1, limitMessage(maxLimit))
      .max(maxLimit, limitMessage(maxLimit))
      .default(limit),
    cursor: cursorSchema.optional().describe('The next_cursor of the page before.'),
  });

/** The answer of a list. `next_cursor` is null where no row is left. */
export const pageSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), meta: z.object({ next_cursor: z.string().nullable() }) });

/** The rows that a caller asks a use case for. */
export interface PageRequest {
  limit: number;
  cursor?: Cursor | undefined;
}

/** One page of a use case's rows. */
export interface Page<Row> {
  rows: Row[];
  /** Where the next page begins; null where no row is left. */
  next: Cursor | null;
}

/**
 * Makes a page from its rows and one more, whose presence says that there is another page.
 * @param rows at most `limit` + 1
 * @param cursorOf the place of a row
 */
export function pageOf<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > limit ? cursorOf(last) : null };
}

/** The body of a list's answer. @param serialize shows a row */
export const pageAnswer = <Row, Json>({ rows, next }: Page<Row>, serialize: (row: Row) => Json) => ({
  data: rows.map(serialize),
  meta: { next_cursor: next && cursorText(next) },
});
