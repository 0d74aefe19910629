import { webEnv } from '../env/web-env';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** How a browser has reached the web server. */
interface Page {
  /** Host and port, as in the header Host. */
  host: string;
  isSecure: boolean;
}

/**
 * The address under which a browser reaches LiveKit: LIVEKIT_PUBLIC_URL, else LIVEKIT_URL. A loopback LIVEKIT_URL runs
 * beside the web server, so another machine finds it under the name it found the web server by.
 */
export function livekitUrlFor({ host, isSecure }: Page): string {
  const { LIVEKIT_PUBLIC_URL, LIVEKIT_URL } = webEnv();
  if (LIVEKIT_PUBLIC_URL) return LIVEKIT_PUBLIC_URL;
  const url = new URL(LIVEKIT_URL);
  if (!isLoopback(url.hostname) || !URL.canParse(`http://${host}`)) return LIVEKIT_URL;
  url.protocol = isSecure ? 'wss:' : 'ws:';
  url.hostname = new URL(`http://${host}`).hostname;
  return url.href.replace(/\/$/, '');
}

/** {@link livekitUrlFor} the browser that made this request. */
export function livekitPublicUrl(request: Request): string {
  // The web server writes this header itself (server/web/trusted-proxies.ts); Next alone knows nothing of proxies.
  const protocol = request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol;
  return livekitUrlFor({ host: request.headers.get('host') ?? '', isSecure: protocol.startsWith('https') });
}
