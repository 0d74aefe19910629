import { type Rule, rule } from './rule';

/** Problems of the audio. */
export const audioRules: Rule[] = [
  rule({
    code: 'no_audio',
    severity: 'info',
    appearsAfterMs: 0,
    find: ({ hasNoAudio, undecodableAudio }) => (hasNoAudio && undecodableAudio === null ? {} : null),
  }),
  rule({
    code: 'audio_not_decodable',
    severity: 'warning',
    appearsAfterMs: 0,
    find: ({ hasNoAudio, undecodableAudio }) =>
      hasNoAudio && undecodableAudio !== null ? { codec: undecodableAudio } : null,
  }),
  rule({
    code: 'audio_silent',
    needsMedia: true,
    severity: ({ alarms }) => alarms.silent.severity,
    appearsAfterMs: 0,
    goesAfterMs: 2_000,
    find: ({ alarms: { silent }, silentSeconds, hasNoAudio, audioTrack }) =>
      silent.is_on && !hasNoAudio && silentSeconds !== null && silentSeconds >= silent.delay_seconds
        ? { levelDbfs: silent.below_dbfs, audioTrack }
        : null,
  }),
  rule({
    code: 'audio_clipping',
    needsMedia: true,
    severity: ({ alarms }) => alarms.clipping.severity,
    appearsAfterMs: 0,
    find: ({ alarms: { clipping }, clippedSeconds }) =>
      clipping.is_on && clippedSeconds >= clipping.delay_seconds ? {} : null,
  }),
];
