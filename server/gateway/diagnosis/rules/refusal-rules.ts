import type { EncoderRefusal } from '../../refusals/encoder-refusal';
import type { Facts } from './facts';
import { type Rule, rule } from './rule';

/** Appears and goes with the fact: the diagnosis decides how long a refusal counts. */
const timing = { appearsAfterMs: 0, goesAfterMs: 0 } as const;

const refusalRule = (refusal: EncoderRefusal, { code, severity }: Pick<Rule, 'code' | 'severity'>): Rule =>
  rule({ code, severity, ...timing, find: (facts) => (facts.refusal === refusal ? {} : null) });

/** Refused encoders. Most of them hide SRT's reject reason from their user. */
export const refusalRules: Record<EncoderRefusal, Rule> = {
  off: refusalRule('off', { code: 'refused_while_off', severity: 'warning' }),
  old_key: refusalRule('old_key', { code: 'wrong_key', severity: 'critical' }),
  mistyped_key: refusalRule('mistyped_key', { code: 'mistyped_key', severity: 'critical' }),
  camera_id: refusalRule('camera_id', { code: 'camera_id', severity: 'critical' }),
  view_key: refusalRule('view_key', { code: 'view_key', severity: 'critical' }),
  stream_key: rule({
    code: 'view_port',
    severity: 'warning',
    ...timing,
    // Once an encoder has been connected, it is a player that waits for the picture.
    find: ({ refusal, isConnected, lostAtMs }) =>
      refusal === 'stream_key' && !isConnected && lostAtMs === null ? {} : null,
  }),
  wrong_mode: refusalRule('wrong_mode', { code: 'wrong_mode', severity: 'critical' }),
  phone: refusalRule('phone', { code: 'phone_camera', severity: 'warning' }),
  no_stream_id: refusalRule('no_stream_id', { code: 'no_stream_id', severity: 'warning' }),
  malformed: refusalRule('malformed', { code: 'no_key_in_stream_id', severity: 'warning' }),
  unknown_key: refusalRule('unknown_key', { code: 'unknown_key', severity: 'warning' }),
  old_version: refusalRule('old_version', { code: 'old_srt_version', severity: 'warning' }),
  busy: refusalRule('busy', { code: 'second_encoder', severity: 'warning' }),
  not_ready: refusalRule('not_ready', { code: 'refused_not_ready', severity: 'warning' }),
  overload: refusalRule('overload', { code: 'too_many_calls', severity: 'warning' }),
  bonded: refusalRule('bonded', { code: 'bonded', severity: 'critical' }),
  flood: rule({
    code: 'disconnected_for_bitrate',
    severity: 'critical',
    ...timing,
    find: ({ refusal, pace }) => (refusal === 'flood' && pace === null ? {} : null),
  }),
  wrong_passphrase: refusalRule('wrong_passphrase', { code: 'wrong_passphrase', severity: 'critical' }),
  no_passphrase: refusalRule('no_passphrase', { code: 'no_passphrase', severity: 'critical' }),
  unexpected_passphrase: refusalRule('unexpected_passphrase', { code: 'unexpected_passphrase', severity: 'critical' }),
  packet_filter: refusalRule('packet_filter', { code: 'packet_filter', severity: 'critical' }),
};

/** Nothing has been live, nothing is connected, and no encoder was refused. */
const isMissing = ({ isReady, isConnected, lostAtMs, refusal, excess }: Facts): boolean =>
  isReady && !isConnected && lostAtMs === null && refusal === null && excess === null;

const missing = { severity: 'warning', appearsAfterMs: 20_000, goesAfterMs: 0 } as const;

/** The camera is on, and whatever sends it does not. */
export const missingCameraRules: Rule[] = [
  rule({ code: 'no_encoder', ...missing, find: (facts) => (isMissing(facts) && !facts.isPhone ? {} : null) }),
  rule({ code: 'no_phone', ...missing, find: (facts) => (isMissing(facts) && facts.isPhone ? {} : null) }),
];
