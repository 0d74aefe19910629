import { createHmac, timingSafeEqual } from 'node:crypto';
import { authSecrets } from './auth-secrets';

/**
 * The use of a recording that an address allows. `export` names the files of an export by its id; `share` is for whoever
 * holds the share link of this id.
 */
export type RecordingUse = 'play' | 'download' | 'export' | `share ${string}`;

/** Longer than anybody watches without loading the page again. */
const validForMs = 6 * 60 * 60 * 1_000;

/** A token for the addresses of one recording, which players and browsers load without a session. */
export function mintRecordingToken(recordingId: string, use: RecordingUse, nowMs = Date.now()): string {
  const expiresMs = nowMs + validForMs;
  const [secret] = authSecrets();
  return `${expiresMs}.${sign(secret, recordingId, use, expiresMs)}`;
}

/** Whether a token is valid for this use of this recording. */
export function isRecordingToken(token: string, recordingId: string, use: RecordingUse, nowMs = Date.now()): boolean {
  const [, expiresText, signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const expiresMs = Number(expiresText);
  if (!(expiresMs > nowMs)) return false;
  const given = Buffer.from(signature);
  return authSecrets().some((secret) => timingSafeEqual(given, Buffer.from(sign(secret, recordingId, use, expiresMs))));
}

const sign = (secret: string, recordingId: string, use: RecordingUse, expiresMs: number): string =>
  createHmac('sha256', secret).update(`sightline-recording ${use} ${recordingId} ${expiresMs}`).digest('base64url');
