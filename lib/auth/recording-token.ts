import { createHmac, timingSafeEqual } from 'node:crypto';
import { lifetimes } from '@/lib/contracts/limits';
import { authSecrets } from './auth-secrets';

/**
 * The use of a recording that an address allows. `export` names the files of an export by its id; `share` is for viewers
 * of the share link of this id.
 */
export type RecordingUse = 'play' | 'download' | 'export' | `share ${string}`;

/**
 * A token for the addresses of one recording, which players and browsers load without a session.
 * @param holderId whom the address ends with: an auth session or an API token; of a share link, its viewer
 */
export function mintRecordingToken(
  recordingId: string,
  use: RecordingUse,
  holderId: string,
  nowMs = Date.now(),
): string {
  const expiresMs = nowMs + lifetimes.recordingAddress;
  const [secret] = authSecrets();
  return `${expiresMs}.${holderId}.${sign(secret, [use, recordingId, holderId, expiresMs])}`;
}

/** The holder of a token that is valid for this use of this recording; null for any other token. */
export function readRecordingToken(
  token: string,
  recordingId: string,
  use: RecordingUse,
  nowMs = Date.now(),
): string | null {
  const [, expiresText, holderId = '', signature = ''] = /^(\d{1,15})\.([\da-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const expiresMs = Number(expiresText);
  if (!(expiresMs > nowMs)) return null;
  const given = Buffer.from(signature);
  const isSigned = authSecrets().some((secret) =>
    timingSafeEqual(given, Buffer.from(sign(secret, [use, recordingId, holderId, expiresMs]))),
  );
  return isSigned ? holderId : null;
}

const sign = (secret: string, claims: (string | number)[]): string =>
  createHmac('sha256', secret)
    .update(`sightline-recording ${claims.join(' ')}`)
    .digest('base64url');
