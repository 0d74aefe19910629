// Without zod: screens load this.

/** The port of each scheme that a camera can be pulled by; null where the address has to name it. */
const ports = { rtsp: 554, rtsps: 322, srt: null, http: 80, https: 443, rtmp: 1_935, rtmps: 443 } as const;

export type PullScheme = keyof typeof ports;

/** A camera's address, in parts. */
export interface PullAddress {
  scheme: PullScheme;
  /** A name or an IP address, without brackets. */
  host: string;
  port: number;
  /** Percent-coded, as the address has them; empty without. */
  username: string;
  password: string;
  path: string;
  /** The query as the address has it, from its ? on; empty without. */
  search: string;
  /** The options of an SRT address, in which a plus is a plus. */
  query: URLSearchParams;
}

export const maxPullAddressLength = 2_000;

const schemes = Object.keys(ports).map((scheme) => `${scheme}://`);

export const pullAddressSentences = {
  scheme: `The address must begin with ${schemes.slice(0, -1).join(', ')} or ${schemes.at(-1)}.`,
  form: 'The address is not complete. Write : / @ # of a user name or password as %3A %2F %40 %23.',
  port: 'An srt:// address needs a port, such as srt://192.168.1.20:9000.',
  mode: 'Only mode=caller works: the server calls the camera, which listens.',
  stream: 'An rtmp:// address ends with a stream, such as rtmp://192.168.1.20/live/camera.',
  rtmpUser: 'RTMP takes no user and password before the host. Many servers take them behind the stream: ?user=…&pass=…',
  hls: 'HLS is not taken. Enter an address of MPEG-TS, RTSP, SRT or RTMP, which is also sooner.',
  passphrase: 'An SRT passphrase has 10 to 79 characters.',
} as const;

/** Reads an address that a person has typed or pasted. @returns its parts, or one sentence that says what is wrong */
export function readPullAddress(text: string): PullAddress | string {
  const [, name = '', rest = ''] = /^([a-z]+):(\/\/.*)$/i.exec(text.trim()) ?? [];
  const scheme = name.toLowerCase();
  if (!isScheme(scheme)) return pullAddressSentences.scheme;
  // A stream ID such as #!::r=live comes unescaped from many pages, and no address has a fragment. By a scheme that URL
  // knows, hosts such as 0x7f.1 are read as browsers read them.
  const source = `ftp:${rest.replaceAll('#', '%23')}`;
  // URL takes any number of slashes before a host.
  if (/^\/\/[/\\]/.test(rest) || !URL.canParse(source)) return pullAddressSentences.form;
  const url = new URL(source);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? ports[scheme] : Number(url.port);
  if (host === '' || port === 0) return pullAddressSentences.form;
  if (port === null) return pullAddressSentences.port;
  const { username, password, pathname: path, search } = url;
  const query = new URLSearchParams(search.replaceAll('+', '%2B'));
  if (scheme === 'srt') {
    const passphrase = query.get('passphrase');
    if ((query.get('mode') ?? 'caller') !== 'caller') return pullAddressSentences.mode;
    if (passphrase !== null && (passphrase.length < 10 || passphrase.length > 79)) {
      return pullAddressSentences.passphrase;
    }
  }
  if (scheme === 'rtmp' || scheme === 'rtmps') {
    if (username !== '' || password !== '') return pullAddressSentences.rtmpUser;
    if (!/^\/.*[^/]$/.test(path)) return pullAddressSentences.stream;
  }
  if ((scheme === 'http' || scheme === 'https') && /\.m3u8?$/i.test(path)) return pullAddressSentences.hls;
  return { scheme, host, port, username, password, path, search, query };
}

/** The part of an address that may be shown: nothing that lets somebody in. */
export function maskPullAddress({ scheme, host, port, path }: PullAddress): string {
  const shownHost = host.includes(':') ? `[${host}]` : host;
  // The name of an RTMP stream is often a key.
  const shownPath = scheme.startsWith('rtmp') ? path.replace(/[^/]+$/, '…') : path;
  return `${scheme}://${shownHost}${port === ports[scheme] ? '' : `:${port}`}${shownPath === '/' ? '' : shownPath}`;
}

const isScheme = (text: string): text is PullScheme => Object.hasOwn(ports, text);
