export interface SrtStreamId {
  /** Candidates for the stream key or the view key, the likeliest first. Never empty. */
  keys: [string, ...string[]];
  /** The mode that the caller requests; null when it names none. */
  mode: 'publish' | 'request' | null;
}

/** Characters that people and programs leave around a key: spaces, line ends, quotes, slashes. No key contains them. */
const edges = /^[\s\p{Cc}\p{Pi}\p{Pf}"'`„‚/]+|[\s\p{Cc}\p{Pi}\p{Pf}"'`„‚/]+$/gu;
// Postgres refuses NUL in a text, and no key contains the others.
const controlCharacters = /\p{Cc}/u;
/** SRT's access control syntax: pairs after `#!::`, or in braces. Source: libsrt, docs/features/access-control.md. */
const accessControl = /^#!:(?::|\{)(.*?)\}*$/s;
/** MediaMTX's syntax. */
const modePrefix = /^(publish|read|request|play):(.*)$/is;
/** The streamid parameter of a pasted address, whole or from its question mark on. */
const addressParameter = /[?&]streamid=([^&]*)/i;
/** A key, or at least as much of one as tells whose it is (refusals/find-streams-by-wrong-key.ts). */
const token = /[\w-]{12,}/g;
const keyLength = 32;
/** Each is looked up, so a caller may name no more. */
const maxKeys = 4;
/** Programs encode an address that is encoded already. */
const maxEncodings = 3;
/** The fields of SRT's syntax that encoders write a key into: the resource, the user and the session. */
const keyFields = ['r', 'u', 's'];

/**
 * Reads a streamid: the bare key, SRT's access control syntax `#!::r=KEY,m=publish`, or any other text with a key in
 * it, such as Blackmagic's `#!::bmd_uuid=…,u=KEY`. See docs/srt.md for the forms.
 * @returns null for one that has nothing like a key in it
 */
export function parseStreamId(text: string | null): SrtStreamId | null {
  const bare = strip(withoutTypography(decode(text ?? '')));
  const whole = strip(addressParameter.exec(bare)?.[1] ?? bare);
  const pairs = accessControl.exec(whole)?.[1];
  const resource = whole.startsWith('#!') ? '' : whole;
  const named = pairs === undefined ? { resource, mode: undefined, fields: [] } : readPairs(pairs);
  const prefixed = modePrefix.exec(named.resource);
  const key = strip(prefixed?.[2] ?? named.resource).replace(/&.*$/s, '');
  const isKey = key !== '' && !controlCharacters.test(key);
  const tokens = [...named.fields.flatMap(findTokens), ...findTokens(bare), ...uncapitalized(bare)];
  const [first, ...others] = new Set([...(isKey ? [key] : []), ...tokens]);
  if (first === undefined) return null;
  return { keys: [first, ...others.slice(0, maxKeys - 1)], mode: modeOf(named.mode ?? prefixed?.[1]) };
}

/** Finds texts that look like a key or a part of one, those of a key's length first, then those within longer ones. */
function findTokens(text: string): string[] {
  const tokens = text.match(token) ?? [];
  const isWhole = ({ length }: string) => length === keyLength;
  return [...tokens.filter(isWhole), ...tokens.flatMap(findJoined), ...tokens.filter((one) => !isWhole(one))];
}

/** Finds texts of a key's length that a hyphen or an underscore joins to others, as in `stage_KEY`; the last one first. */
function findJoined(text: string): string[] {
  const found: string[] = [];
  for (let start = text.length - keyLength; start >= 0 && text.length > keyLength; start--) {
    const end = start + keyLength;
    if (isJoint(text[start - 1]) && isJoint(text[end])) found.push(text.slice(start, end));
  }
  return found;
}

/** Whether a key may begin or end beside this character; undefined beyond the text. */
const isJoint = (character: string | undefined): boolean =>
  character === undefined || character === '-' || character === '_';

/** ffmpeg sends an address's percent-encoding unchanged. */
function decode(text: string): string {
  let decoded = text;
  for (let times = 0; times < maxEncodings; times++) {
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
  }
  return decoded;
}

/** Undoes what phones make of signs that are typed or pasted: wide signs, invisible ones, and dashes for hyphens. */
const withoutTypography = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('—', '--')
    .replace(/[‐-–−]/g, '-');

/** A phone begins a line with a capital, so a key that is all of it may begin with the small letter. */
const uncapitalized = (text: string): string[] =>
  text.length === keyLength && /^[A-Z][\w-]+$/.test(text) ? [text.charAt(0).toLowerCase() + text.slice(1)] : [];

const strip = (text: string): string => text.replace(edges, '');

function readPairs(text: string): { resource: string; mode: string | undefined; fields: string[] } {
  const pairs = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [, name, value = ''] = /^[\s{]*([^=]+?)\s*=(.*)$/s.exec(pair) ?? [];
    if (name) pairs.set(name.toLowerCase(), strip(value));
  }
  const fields = keyFields.flatMap((name) => pairs.get(name) ?? []);
  return { resource: pairs.get('r') ?? '', mode: pairs.get('m'), fields };
}

function modeOf(word: string | undefined): SrtStreamId['mode'] {
  const mode = word?.toLowerCase();
  if (mode === 'publish') return 'publish';
  return mode === 'request' || mode === 'read' || mode === 'play' ? 'request' : null;
}
