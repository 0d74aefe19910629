/** A spreadsheet reads a file without it as Windows-1252. */
const byteOrderMark = '\ufeff';

/**
 * Lines of cells as CSV (RFC 4180), as spreadsheets of a language open them. Where numbers have a decimal comma, as in German,
 * semicolons stand between cells.
 * @param language a language tag such as `de-AT`
 */
export function csvOf(lines: (string | number | null)[][], language: string): string {
  const { separator, decimal } = formOf(language);
  const cell = (value: string | number | null): string => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value).replace('.', decimal);
    // A spreadsheet would run a name that begins like a formula.
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return byteOrderMark + lines.map((cells) => `${cells.map(cell).join(separator)}\r\n`).join('');
}

function formOf(language: string): { separator: ',' | ';'; decimal: '.' | ',' } {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(0.5);
  const decimal = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
  // Switzerland and Liechtenstein write a point, and have semicolons in lists.
  const isSwiss = /^(CH|LI)$/.test(new Intl.Locale(language).region ?? '');
  return { separator: decimal === ',' || isSwiss ? ';' : ',', decimal };
}
