export interface SrtStreamId {
  /** The stream key or the view key. */
  key: string;
  /** The mode that the caller asks for; null where it names none. */
  mode: 'publish' | 'request' | null;
}

const accessControlPrefix = '#!::';
// Postgres refuses NUL in a text, and no key contains the others.
const controlCharacters = /\p{Cc}/u;

/**
 * Reads a streamid: the bare key, or SRT's access control syntax `#!::r=KEY,m=publish`.
 * Source: libsrt, docs/features/access-control.md.
 * @returns null for one that names no stream
 */
export function parseStreamId(text: string | null): SrtStreamId | null {
  if (!text || controlCharacters.test(text)) return null;
  if (!text.startsWith('#!')) return { key: text, mode: null };
  if (!text.startsWith(accessControlPrefix)) return null;
  const pairs = new Map<string, string>();
  for (const pair of text.slice(accessControlPrefix.length).split(',')) {
    const equals = pair.indexOf('=');
    if (equals > 0) pairs.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  const key = pairs.get('r');
  const mode = pairs.get('m');
  if (!key) return null;
  return { key, mode: mode === 'publish' || mode === 'request' ? mode : null };
}
