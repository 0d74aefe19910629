import { randomBytes } from 'node:crypto';
import type { Caller } from '../trusted-proxies';

export type Headers = Record<string, string>;

interface Options {
  /** The address under which a browser that has reached this server in this way reaches LiveKit: ws:// or wss://. */
  livekitUrl: (caller: Caller) => string;
  /** The operator's image in place of the mark, if there is one. */
  brandMarkUrl: string | undefined;
  /** Whether Next compiles the pages, which evaluates code and sets styles inline. */
  isDevelopment: boolean;
}

/** The headers of a page, and the nonce that its inline scripts and styles must carry. */
export interface PageSecurity {
  headers: Headers;
  nonce: string;
}

/**
 * The style sheet that sonner adds to the page by a script, which knows no nonce: first the empty element, then with its
 * text. A test compares the second with the installed version.
 */
const sonnerStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/** What no page here needs; the rest stays with this origin, because nothing may be framed. */
const unusedFeatures = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
];

const hstsSeconds = 365 * 24 * 3600;

/** Nothing may be loaded, run or framed: for answers that are no pages. */
const bareSecurityPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of these browsers take note where they show the answer itself, and not where a page runs it as its script. */
export const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
];

/** What every answer carries, whoever gives it, but for the built scripts. @param caller null where nothing is known of the request */
export function securityHeaders(caller: Caller | null): Headers {
  const headers: Headers = {
    'content-security-policy': bareSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-resource-policy': 'same-origin',
  };
  // Browsers complain on the console about the first, and ignore the second, where the connection is not encrypted.
  if (caller && (caller.isSecure || isLoopback(caller.host))) headers['cross-origin-opener-policy'] = 'same-origin';
  if (caller?.isSecure) headers['strict-transport-security'] = `max-age=${hstsSeconds}`;
  return headers;
}

/** The headers of pages: {@link securityHeaders} with a policy that lets this page's own parts run. */
export function pageSecurity({ livekitUrl, brandMarkUrl, isDevelopment }: Options): (caller: Caller) => PageSecurity {
  const image = imageSource(brandMarkUrl);
  return (caller) => {
    const nonce = randomBytes(16).toString('base64');
    const styles = isDevelopment ? "'unsafe-inline'" : [`'nonce-${nonce}'`, ...sonnerStyles].join(' ');
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
      `style-src 'self' ${styles}`,
      `img-src 'self'${isDevelopment ? ' data: blob:' : ''}${image && ` ${image}`}`,
      "font-src 'self'",
      `connect-src ${connectSources(caller, livekitUrl(caller)).join(' ')}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
    return { nonce, headers: Object.assign(securityHeaders(caller), { 'content-security-policy': policy }) };
  };
}

/** This server, by HTTP and by websocket (which Safari before 15.4 does not take for 'self'), and LiveKit if that is elsewhere. */
function connectSources({ host, isSecure }: Caller, livekitUrl: string): string[] {
  const livekit = new URL(livekitUrl);
  const hosts = [livekit.host];
  // LiveKit's cloud names a server of the region that is nearest to the browser.
  if (livekit.hostname.endsWith('.livekit.cloud')) hosts.push('*.livekit.cloud');
  // Where the websocket fails, LiveKit's client asks by HTTP for the reason.
  const schemes = livekit.protocol === 'wss:' ? ['wss', 'https'] : ['ws', 'http'];
  const own = host === '' ? [] : [`${isSecure ? 'wss' : 'ws'}://${host}`];
  const others = hosts
    .filter((each) => each !== host)
    .flatMap((each) => schemes.map((scheme) => `${scheme}://${each}`));
  return ["'self'", ...own, ...others];
}

/** The source of an image on another server or in its own address; empty for one on this server. */
function imageSource(url: string | undefined): string {
  if (!url || url.startsWith('/')) return '';
  return url.startsWith('data:') ? 'data:' : new URL(url).origin;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
