/** A WHIP request (RFC 9725) names a camera by its stream key, and LiveKit's participant once that publishes. */
export interface WhipTarget {
  /** Null where neither the address nor the bearer token has one. */
  streamKey: string | null;
  /** Null for the address that publishing begins at. */
  participantId: string | null;
}

/** Stream keys are base64url; LiveKit's ids begin with their kind, and are shorter than a key. People add a slash at the end. */
const pattern = /^\/whip(?:\/([\w-]{20,64}))?(?:\/(PA_\w{1,16}))?\/?$/;

/** Whether a request is for WHIP. @param target path and query */
export const isForWhip = (target: string): boolean => /^\/whip(?:[/?]|$)/.test(target);

/**
 * @param authorization the request's header, whose bearer token is the key where the address has none
 * @returns null for an address that is none of WHIP's
 */
export function whipTarget(target: string, authorization = ''): WhipTarget | null {
  // Compared undecoded, so that nothing else reaches LiveKit.
  const [path = ''] = target.split('?');
  const match = pattern.exec(path);
  if (!match) return null;
  const [, inPath, participantId = null] = match;
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return { streamKey: inPath ?? bearer ?? null, participantId };
}

/** The address of a publication, below the one that was asked: a key that was in no address stays out of it. */
export const whipLocation = (target: string, participantId: string): string =>
  `${target.replace(/\?.*$/s, '').replace(/\/$/, '')}/${participantId}`;
