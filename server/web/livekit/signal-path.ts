import { livekitPath } from '@/lib/platform/livekit/public-url';

/** LiveKit's paths for joining a room by websocket, old and new. */
const joinPaths = ['/rtc', '/rtc/v1'];
/** LiveKit's paths for asking why that failed, by HTTP. */
const validatePaths = ['/rtc/validate', '/rtc/v1/validate'];

/** Whether a request is for LiveKit. @param target path and query */
export const isForLivekit = (target: string): boolean => /^\/livekit(?:[/?]|$)/.test(target);

/** The rest of a target, which is LiveKit's path and query; null when it is not for clients. */
function pathAndQuery(target: string, allowed: string[]): string | null {
  if (!isForLivekit(target)) return null;
  const rest = target.slice(livekitPath.length);
  const [path = ''] = rest.split('?');
  // Compared undecoded, so that it cannot differ from LiveKit's own decoding.
  return allowed.includes(path) ? rest : null;
}

/** LiveKit's path and query for a client's websocket; null for any other target. */
export const joinPath = (target: string): string | null => pathAndQuery(target, joinPaths);

/** LiveKit's path and query for a client's question by HTTP; null for any other target, such as the admin API. */
export const validatePath = (target: string): string | null => pathAndQuery(target, validatePaths);
