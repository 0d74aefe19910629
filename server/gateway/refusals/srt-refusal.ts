import type { LatencyTerms } from '@/lib/core/srt-latency';
import type { SrtDirection, SrtRoute } from '../srt/srt-route';

/** The refusals, and the reject reason that the caller receives. Source: libsrt, srtcore/srt.h and access_control.h. */
export const rejectReasonByRefusal = {
  wrong_passphrase: 10,
  no_passphrase: 11,
  unexpected_passphrase: 11,
  packet_filter: 14,
  /** A socket group: several connections for one stream. */
  bonded: 15,
  /** Its connection was ended, because it sent too much. */
  flood: 1402,
  malformed: 1400,
  no_stream_id: 1400,
  overload: 1402,
  /** The view key at the port for cameras. */
  view_key: 1403,
  unknown_key: 1404,
  old_key: 1404,
  mistyped_key: 1404,
  /** The camera's id in place of its key. */
  camera_id: 1404,
  /** The key of this port, with the mode of the other one. */
  wrong_mode: 1405,
  /** An encoder at a camera whose picture comes from a phone. */
  phone: 1405,
  busy: 1409,
  off: 1423,
  no_signal: 1424,
  /** The stream key at the port for viewers, by an encoder or while no camera sends. */
  stream_key: 1424,
  unavailable: 1500,
  not_ready: 1503,
  old_version: 1505,
} as const;

export type SrtRefusal = keyof typeof rejectReasonByRefusal;

export type SrtAdmission =
  | ({ kind: 'forward'; latency: LatencyTerms } & SrtRoute)
  /** `streamId` where the key names a stream, whose owner is notified. */
  | { kind: 'refuse'; refusal: SrtRefusal; streamId: string | null };

export interface SrtRefusalNotice {
  direction: SrtDirection;
  refusal: SrtRefusal;
  /** Null where the caller named no stream. */
  streamId: string | null;
  remoteAddress: string;
}

/** The refusal for a reject reason of the worker's libsrt; null for one that the user cannot fix. */
export function refusalOf(rejectReason: number, isCallerEncrypted: boolean): SrtRefusal | null {
  if (rejectReason === rejectReasonByRefusal.wrong_passphrase) return 'wrong_passphrase';
  if (rejectReason === rejectReasonByRefusal.packet_filter) return 'packet_filter';
  if (rejectReason !== rejectReasonByRefusal.no_passphrase) return null;
  return isCallerEncrypted ? 'unexpected_passphrase' : 'no_passphrase';
}
