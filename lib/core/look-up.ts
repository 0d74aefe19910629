/**
 * A table's entry for a value that came from a server, which may be newer than this program.
 * @returns undefined where the table does not have it
 */
export const lookUp = <Entry>(table: Readonly<Record<string, Entry>>, value: string): Entry | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined;
