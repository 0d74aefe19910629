import { livekitPath } from '@/lib/platform/livekit/public-url';

/** What LiveKit's clients ask for by websocket: to join a room, in the older and the newer spelling. */
const joinPaths = ['/rtc', '/rtc/v1'];
/** What they ask for by HTTP where that has failed: the reason. */
const validatePaths = ['/rtc/validate', '/rtc/v1/validate'];

/** Whether a request is for LiveKit. @param target path and query */
export const isForLivekit = (target: string): boolean => /^\/livekit(?:[/?]|$)/.test(target);

/** The rest of a target under the path, which is LiveKit's own; null where clients have no business there. */
function pathAndQuery(target: string, allowed: string[]): string | null {
  if (!isForLivekit(target)) return null;
  const rest = target.slice(livekitPath.length);
  const [path = ''] = rest.split('?');
  // Compared as it is spelled: no decoding here could differ from LiveKit's own.
  return allowed.includes(path) ? rest : null;
}

/** LiveKit's path and query for a websocket; null for whatever is none of its clients'. */
export const joinPath = (target: string): string | null => pathAndQuery(target, joinPaths);

/** LiveKit's path and query for a question by HTTP; null for whatever is none of its clients', such as its admin API. */
export const validatePath = (target: string): string | null => pathAndQuery(target, validatePaths);
