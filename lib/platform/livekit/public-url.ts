import { webEnv } from '../env/web-env';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * The address under which the browser that made this request reaches LiveKit: LIVEKIT_PUBLIC_URL, else LIVEKIT_URL.
 * A loopback LIVEKIT_URL runs beside the web server, so another machine finds it under the name it found the web
 * server by.
 */
export function livekitPublicUrl(request: Request): string {
  const { LIVEKIT_PUBLIC_URL, LIVEKIT_URL } = webEnv();
  if (LIVEKIT_PUBLIC_URL) return LIVEKIT_PUBLIC_URL;
  const url = new URL(LIVEKIT_URL);
  const host = request.headers.get('host') ?? '';
  if (!isLoopback(url.hostname) || !URL.canParse(`http://${host}`)) return LIVEKIT_URL;
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  url.protocol = (forwarded ?? new URL(request.url).protocol).startsWith('https') ? 'wss:' : 'ws:';
  url.hostname = new URL(`http://${host}`).hostname;
  return url.href.replace(/\/$/, '');
}
