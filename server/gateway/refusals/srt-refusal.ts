import type { ProblemCode } from '@/lib/contracts/catalogue/catalogue';
import { type SourceKind, type SourceRefusal, sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import type { IncidentSeverity } from '@/lib/contracts/streams';
import type { LatencyTerms } from '@/lib/core/srt-latency';
import type { SrtDirection, SrtRoute } from '../srt/srt-route';

interface RefusalRow {
  /** The reject reason that the caller receives. Source: libsrt, srtcore/srt.h and access_control.h. */
  rejectReason: number;
  /** The diagnosis's finding of an encoder so refused; missing where the stream's owner cannot fix the cause. */
  problem?: ProblemCode;
  /** The finding's severity; a warning where it is missing. */
  severity?: IncidentSeverity;
  /** The encoder named no stream: it may be that of any camera that waits. */
  isUnnamed?: true;
}

const sourceRefusals = Object.fromEntries(
  sourceKindNames.map((kind) => {
    const { refusal, problem } = sourceKinds[kind].refused;
    return [refusal, { rejectReason: 1405, problem }];
  }),
) as Record<SourceRefusal, { rejectReason: 1405; problem: (typeof sourceKinds)[SourceKind]['refused']['problem'] }>;

/** The refusals of SRT callers. */
export const srtRefusals = {
  off: { rejectReason: 1423, problem: 'refused_while_off' },
  old_key: { rejectReason: 1404, problem: 'wrong_key', severity: 'critical' },
  mistyped_key: { rejectReason: 1404, problem: 'mistyped_key', severity: 'critical' },
  /** The camera's id in place of its key. */
  camera_id: { rejectReason: 1404, problem: 'camera_id', severity: 'critical' },
  /** The view key at the port for cameras. */
  view_key: { rejectReason: 1403, problem: 'view_key', severity: 'critical' },
  /** The stream key at the port for viewers, by an encoder or while no camera sends. */
  stream_key: { rejectReason: 1424, problem: 'view_port' },
  /** The key of this port, with the mode of the other one. */
  wrong_mode: { rejectReason: 1405, problem: 'wrong_mode', severity: 'critical' },
  /** An encoder at a camera that comes by another protocol, or that the server makes or fetches. */
  ...sourceRefusals,
  /** An RTMP encoder without anything like a key. */
  no_rtmp_key: { rejectReason: 1400, problem: 'no_rtmp_key', isUnnamed: true },
  no_stream_id: { rejectReason: 1400, problem: 'no_stream_id', isUnnamed: true },
  malformed: { rejectReason: 1400, problem: 'no_key_in_stream_id', isUnnamed: true },
  unknown_key: { rejectReason: 1404, problem: 'unknown_key', isUnnamed: true },
  old_version: { rejectReason: 1505, problem: 'old_srt_version', isUnnamed: true },
  busy: { rejectReason: 1409, problem: 'second_encoder' },
  not_ready: { rejectReason: 1503, problem: 'refused_not_ready' },
  overload: { rejectReason: 1402, problem: 'too_many_calls' },
  /** A socket group: several connections for one stream. */
  bonded: { rejectReason: 15, problem: 'bonded', severity: 'critical' },
  /** Its connection was ended, because it sent too much. */
  flood: { rejectReason: 1402, problem: 'disconnected_for_bitrate', severity: 'critical' },
  wrong_passphrase: { rejectReason: 10, problem: 'wrong_passphrase', severity: 'critical' },
  no_passphrase: { rejectReason: 11, problem: 'no_passphrase', severity: 'critical' },
  unexpected_passphrase: { rejectReason: 11, problem: 'unexpected_passphrase', severity: 'critical' },
  packet_filter: { rejectReason: 14, problem: 'packet_filter', severity: 'critical' },
  no_signal: { rejectReason: 1424 },
  unavailable: { rejectReason: 1500 },
} as const satisfies Record<string, RefusalRow>;

type SrtRefusals = typeof srtRefusals;
export type SrtRefusal = keyof SrtRefusals;

/** Why an encoder was refused, where the stream's owner can fix it. */
export type EncoderRefusal = {
  [Refusal in SrtRefusal]: SrtRefusals[Refusal] extends { problem: ProblemCode } ? Refusal : never;
}[SrtRefusal];

/** Whether the stream's owner can fix the cause. */
export const isEncoderRefusal = (refusal: SrtRefusal): refusal is EncoderRefusal => 'problem' in srtRefusals[refusal];

export const encoderRefusals = (Object.keys(srtRefusals) as SrtRefusal[]).filter(isEncoderRefusal);

/** Whether the encoder named no stream, so that the camera it belongs to is a guess. */
export const isUnnamedRefusal = (refusal: SrtRefusal): boolean => 'isUnnamed' in srtRefusals[refusal];

/** Whether the caller may be anything but the encoder of the camera that it is shown at. */
export const mayBeAnotherCaller = (refusal: SrtRefusal): boolean =>
  isUnnamedRefusal(refusal) || refusal === 'stream_key';

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
  if (rejectReason === srtRefusals.wrong_passphrase.rejectReason) return 'wrong_passphrase';
  if (rejectReason === srtRefusals.packet_filter.rejectReason) return 'packet_filter';
  if (rejectReason !== srtRefusals.no_passphrase.rejectReason) return null;
  return isCallerEncrypted ? 'unexpected_passphrase' : 'no_passphrase';
}
