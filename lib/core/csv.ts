/** Lines of cells as CSV (RFC 4180). */
export const csvOf = (lines: (string | number | null)[][]): string =>
  lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a name that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
