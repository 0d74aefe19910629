/** The language of programs that name none. */
const fallback = 'en';

/**
 * An answer that browsers save as a CSV file, in the form that the reader's language wants.
 * @param name of the file, with its ending
 * @param csvIn writes it for a language
 */
export const csvResponse = (request: Request, name: string, csvIn: (language: string) => string): Response =>
  new Response(csvIn(languageOf(request.headers.get('accept-language') ?? '')), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      vary: 'accept-language',
    },
  });

/** The language that a reader likes most (RFC 9110, 12.5.4). */
function languageOf(header: string): string {
  const accepted = header.split(',').flatMap((entry) => {
    const [, tag = '', quality = '1'] =
      /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(entry) ?? [];
    return isLanguage(tag) && Number(quality) > 0 ? [{ tag, quality: Number(quality) }] : [];
  });
  return accepted.toSorted((one, other) => other.quality - one.quality)[0]?.tag ?? fallback;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
