import { webEnv } from '../env/web-env';

/** Where the web server passes LiveKit's signalling through (server/web/livekit/livekit-proxy.ts). */
export const livekitPath = '/livekit';

/** How a browser reached the web server. */
interface Page {
  /** Host and port, as in the header Host. */
  host: string;
  isSecure: boolean;
}

/**
 * The address by which a browser reaches LiveKit: LIVEKIT_PUBLIC_URL, or this web server by the name and scheme that
 * the browser used. A client that names no host gets LIVEKIT_URL.
 */
export function livekitUrlFor({ host, isSecure }: Page): string {
  const { LIVEKIT_PUBLIC_URL, LIVEKIT_URL } = webEnv();
  if (LIVEKIT_PUBLIC_URL) return LIVEKIT_PUBLIC_URL;
  const page = `${isSecure ? 'https' : 'http'}://${host}`;
  if (!URL.canParse(page)) return LIVEKIT_URL;
  return `${isSecure ? 'wss' : 'ws'}://${new URL(page).host}${livekitPath}`;
}

/** {@link livekitUrlFor} the browser that made this request. */
export function livekitPublicUrl(request: Request): string {
  // The web server writes this header (server/web/trusted-proxies.ts); Next itself ignores proxies.
  const protocol = request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol;
  return livekitUrlFor({ host: request.headers.get('host') ?? '', isSecure: protocol.startsWith('https') });
}
