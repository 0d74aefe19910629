import { webEnv } from '../env/web-env';

/** Where the web server passes LiveKit's signalling through (server/web/livekit/livekit-proxy.ts). */
export const livekitPath = '/livekit';

/** How a browser has reached the web server. */
interface Page {
  /** Host and port, as in the header Host. */
  host: string;
  isSecure: boolean;
}

/**
 * The address under which a browser reaches LiveKit: LIVEKIT_PUBLIC_URL, else this web server, by the name and the scheme
 * that the browser itself has used; LIVEKIT_URL for a client that names no host.
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
  // The web server writes this header itself (server/web/trusted-proxies.ts); Next alone knows nothing of proxies.
  const protocol = request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol;
  return livekitUrlFor({ host: request.headers.get('host') ?? '', isSecure: protocol.startsWith('https') });
}
