import type { SrtRefusal } from './srt-refusal';

/** The refusals of encoders that named no stream: they may be those of any camera that waits. */
const unnamedRefusals = [
  'no_stream_id',
  'malformed',
  'unknown_key',
  'old_version',
] as const satisfies readonly SrtRefusal[];

/** The refusals of an encoder whose cause the stream's owner can fix. */
const encoderRefusals = [
  ...unnamedRefusals,
  'off',
  'old_key',
  'mistyped_key',
  'camera_id',
  'view_key',
  'stream_key',
  'wrong_mode',
  'phone',
  'busy',
  'not_ready',
  'overload',
  'bonded',
  'flood',
  'wrong_passphrase',
  'no_passphrase',
  'unexpected_passphrase',
  'packet_filter',
] as const satisfies readonly SrtRefusal[];

/** Why an encoder was refused, where the stream's owner can fix it. */
export type EncoderRefusal = (typeof encoderRefusals)[number];

const known: ReadonlySet<SrtRefusal> = new Set(encoderRefusals);
const unnamed: ReadonlySet<SrtRefusal> = new Set(unnamedRefusals);

/** Whether the stream's owner can fix the cause. */
export const isEncoderRefusal = (refusal: SrtRefusal): refusal is EncoderRefusal => known.has(refusal);

/** Whether the encoder named no stream, so that the camera it belongs to is a guess. */
export const isUnnamedRefusal = (refusal: SrtRefusal): boolean => unnamed.has(refusal);

/** Whether the caller may be anything but the encoder of the camera that it is shown at. */
export const mayBeAnotherCaller = (refusal: SrtRefusal): boolean =>
  isUnnamedRefusal(refusal) || refusal === 'stream_key';
