/** A WHIP address (RFC 9725) names a camera by its stream key, and LiveKit's participant once that publishes. */
export interface WhipTarget {
  streamKey: string;
  /** Null for the address that publishing begins at. */
  participantId: string | null;
}

/** Stream keys are base64url; LiveKit's ids begin with their kind. */
const pattern = /^\/whip\/([\w-]{20,64})(?:\/(PA_\w{1,64}))?$/;

/** Whether a request is for WHIP. @param target path and query */
export const isForWhip = (target: string): boolean => /^\/whip(?:[/?]|$)/.test(target);

/** @returns null for an address that is none of WHIP's */
export function whipTarget(target: string): WhipTarget | null {
  // Compared undecoded, so that nothing else reaches LiveKit.
  const [path = ''] = target.split('?');
  const [, streamKey, participantId = null] = pattern.exec(path) ?? [];
  return streamKey === undefined ? null : { streamKey, participantId };
}

/** The address of a publication. */
export const whipLocation = (streamKey: string, participantId: string): string => `/whip/${streamKey}/${participantId}`;
