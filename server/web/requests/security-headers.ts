import { randomBytes } from 'node:crypto';
import type { Caller } from '../trusted-proxies';

export type Headers = Record<string, string>;

interface Options {
  /** LiveKit's address for a browser that reached this server in this way: ws:// or wss://. */
  livekitUrl: (caller: Caller) => string;
  /** The operator's image that replaces the mark, if any. */
  brandMarkUrl: string | undefined;
  /** Whether Next compiles the pages, and so evaluates code and sets inline styles. */
  isDevelopment: boolean;
}

/** The headers of a page, and the nonce for its inline scripts and styles. */
export interface PageSecurity {
  headers: Headers;
  nonce: string;
}

/**
 * The style sheet that a script of sonner adds without a nonce: first the empty element, then its text. A test compares
 * the text with the installed version.
 */
const sonnerStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/** Features that answers which are not pages do without. The others are limited to this origin, because nothing may be framed. */
const limitedFeatures = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
];

function withoutFeatures(features: string[]): string {
  return features.map((feature) => `${feature}=()`).join(', ');
}

/** Where a phone films (app/(camera)/camera/page.tsx). */
const cameraPath = '/camera';

const hstsSeconds = 365 * 24 * 3600;

/** Forbids loading, running and framing anything: for answers that are not pages. */
const bareSecurityPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Browsers apply these when they show the answer itself, not when a page runs it as a script. */
export const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
];

/** The headers of every answer but the built scripts. @param caller null when nothing is known of the request */
export function securityHeaders(caller: Caller | null): Headers {
  const headers: Headers = {
    'content-security-policy': bareSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': withoutFeatures(limitedFeatures),
    'cross-origin-resource-policy': 'same-origin',
  };
  // Without encryption, browsers complain about the first on the console, and ignore the second.
  if (caller && (caller.isSecure || isLoopback(caller.host))) headers['cross-origin-opener-policy'] = 'same-origin';
  // A name of this network has other ports without https, which browsers would no longer open.
  if (caller?.isSecure && !isLocalName(caller.host)) headers['strict-transport-security'] = `max-age=${hstsSeconds}`;
  return headers;
}

/** Members talk to the crew from pages that they may have reached from any other one without a new document. */
const talking = withoutFeatures(limitedFeatures.filter((feature) => feature !== 'microphone'));
/** The page of a phone that films; no other page uses a camera. */
const filming = withoutFeatures(
  limitedFeatures.filter((feature) => !['camera', 'geolocation', 'microphone'].includes(feature)),
);

/** The headers of pages: {@link securityHeaders} with a policy that permits the page's own parts. */
export function pageSecurity({
  livekitUrl,
  brandMarkUrl,
  isDevelopment,
}: Options): (caller: Caller, path?: string) => PageSecurity {
  const image = imageSource(brandMarkUrl);
  return (caller, path = '/') => {
    const nonce = randomBytes(16).toString('base64');
    const styles = isDevelopment ? "'unsafe-inline'" : [`'nonce-${nonce}'`, ...sonnerStyles].join(' ');
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
      `style-src 'self' ${styles}`,
      `img-src 'self'${isDevelopment ? ' data: blob:' : ''}${image && ` ${image}`}`,
      "font-src 'self'",
      // Recordings: their parts are appended to a source that the player makes.
      "media-src 'self' blob:",
      `connect-src ${connectSources(caller, livekitUrl(caller)).join(' ')}`,
      "manifest-src 'self'",
      // The app's, which keeps no data (public/service-worker.js).
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
    const headers = Object.assign(securityHeaders(caller), { 'content-security-policy': policy });
    headers['permissions-policy'] = path === cameraPath ? filming : talking;
    return { nonce, headers };
  };
}

/**
 * This server, by HTTP and websocket (Safari before 15.4 does not count that as 'self'), and LiveKit if it is
 * elsewhere.
 */
function connectSources({ host, isSecure }: Caller, livekitUrl: string): string[] {
  const livekit = new URL(livekitUrl);
  const hosts = [livekit.host];
  // LiveKit's cloud names a server in the region nearest to the browser.
  if (livekit.hostname.endsWith('.livekit.cloud')) hosts.push('*.livekit.cloud');
  // When the websocket fails, LiveKit's client asks for the reason by HTTP.
  const schemes = livekit.protocol === 'wss:' ? ['wss', 'https'] : ['ws', 'http'];
  const own = host === '' ? [] : [`${isSecure ? 'wss' : 'ws'}://${host}`];
  const others = hosts
    .filter((each) => each !== host)
    .flatMap((each) => schemes.map((scheme) => `${scheme}://${each}`));
  return ["'self'", ...own, ...others];
}

/** The source of an image on another server or in a data URL; empty for one on this server. */
function imageSource(url: string | undefined): string {
  if (!url || url.startsWith('/')) return '';
  return url.startsWith('data:') ? 'data:' : new URL(url).origin;
}

/** Whether a host is one of the names by which a certificate of this server's own is reached. */
const isLocalName = (host: string): boolean =>
  isLoopback(host) || /^([^.]+(\.local)?|\d+(\.\d+){3}|\[.*\])(:\d+)?$/i.test(host);

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
