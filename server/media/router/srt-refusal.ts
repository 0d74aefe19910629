/** Why a caller is refused, and the reject reason it is told. Source: libsrt, srtcore/access_control.h. */
export const rejectReasonByRefusal = {
  malformed: 1400,
  overload: 1402,
  unknown_key: 1404,
  wrong_mode: 1405,
  busy: 1409,
  off: 1423,
  unavailable: 1500,
  not_ready: 1503,
  old_version: 1505,
} as const;

export type SrtRefusal = keyof typeof rejectReasonByRefusal;

/** Which of the two public ports: cameras come in by one, viewers by the other. */
export type SrtDirection = 'ingest' | 'view';

export type SrtAdmission =
  | { kind: 'forward'; streamId: string; host: string; port: number }
  /** `streamId` where the key names a stream, so that its owner can be told. */
  | { kind: 'refuse'; refusal: SrtRefusal; streamId: string | null };
