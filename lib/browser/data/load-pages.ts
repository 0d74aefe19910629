interface Page<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

/**
 * All rows of a list, whose answers are pages.
 * @param load reads the page that begins at a cursor, the first one without
 */
export async function loadPages<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await load(cursor);
    rows.push(...data);
    if (meta.next_cursor === null) return rows;
    cursor = meta.next_cursor;
  }
}
