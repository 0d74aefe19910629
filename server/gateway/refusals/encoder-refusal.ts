import type { SrtRefusal } from './srt-refusal';

/** The refusals of an encoder whose cause the stream's owner can fix. */
const encoderRefusals = [
  'off',
  'old_key',
  'mistyped_key',
  'camera_id',
  'view_key',
  'stream_key',
  'wrong_mode',
  'no_stream_id',
  'wrong_passphrase',
  'no_passphrase',
  'unexpected_passphrase',
  'packet_filter',
] as const satisfies readonly SrtRefusal[];

/** Why an encoder was refused, where the stream's owner can fix it. */
export type EncoderRefusal = (typeof encoderRefusals)[number];

const known: ReadonlySet<SrtRefusal> = new Set(encoderRefusals);

/** Whether the stream's owner can fix the cause. */
export const isEncoderRefusal = (refusal: SrtRefusal): refusal is EncoderRefusal => known.has(refusal);
