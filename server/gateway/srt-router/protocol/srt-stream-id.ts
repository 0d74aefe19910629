export interface SrtStreamId {
  /** The stream key or the view key. */
  key: string;
  /** The mode that the caller requests; null when it names none. */
  mode: 'publish' | 'request' | null;
}

/** Characters that people and programs leave around a key: spaces, line ends, quotes, slashes. No key contains them. */
const edges = /^[\s\p{Cc}"'`“”‘’/]+|[\s\p{Cc}"'`“”‘’/]+$/gu;
// Postgres refuses NUL in a text, and no key contains the others.
const controlCharacters = /\p{Cc}/u;
/** SRT's access control syntax: pairs after `#!::`, or in braces. Source: libsrt, docs/features/access-control.md. */
const accessControl = /^#!:(?::|\{)(.*?)\}*$/s;
/** MediaMTX's syntax. */
const modePrefix = /^(publish|read|request|play):(.*)$/s;
/** The streamid parameter of a pasted address, whole or from its question mark on. */
const addressParameter = /[?&]streamid=([^&]*)/;

/**
 * Reads a streamid: the bare key, or SRT's access control syntax `#!::r=KEY,m=publish`. It also reads near misses that
 * leave no doubt about the key; docs/decisions/0043-near-misses.md lists them.
 * @returns null for one that names no stream
 */
export function parseStreamId(text: string | null): SrtStreamId | null {
  const bare = strip(decode(text ?? ''));
  const whole = strip(addressParameter.exec(bare)?.[1] ?? bare);
  const pairs = accessControl.exec(whole)?.[1];
  if (pairs === undefined && whole.startsWith('#!')) return null;
  const named = pairs === undefined ? { resource: whole, mode: undefined } : readPairs(pairs);
  const prefixed = modePrefix.exec(named.resource);
  const key = strip(prefixed?.[2] ?? named.resource).replace(/&.*$/s, '');
  if (!key || controlCharacters.test(key)) return null;
  return { key, mode: modeOf(named.mode ?? prefixed?.[1]) };
}

/** ffmpeg sends an address's percent-encoding unchanged. */
const decode = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const strip = (text: string): string => text.replace(edges, '');

function readPairs(text: string): { resource: string; mode: string | undefined } {
  const pairs = new Map<string, string>();
  for (const pair of text.split(',')) {
    const equals = pair.indexOf('=');
    if (equals > 0)
      pairs.set(
        pair
          .slice(0, equals)
          .replace(/^[\s{]+/, '')
          .trim(),
        strip(pair.slice(equals + 1)),
      );
  }
  return { resource: pairs.get('r') ?? '', mode: pairs.get('m') };
}

function modeOf(word: string | undefined): SrtStreamId['mode'] {
  if (word === 'publish') return 'publish';
  return word === 'request' || word === 'read' || word === 'play' ? 'request' : null;
}
