import { alarmRule, type Rule, rule } from './rule';

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
  alarmRule('silent', {
    goesAfterMs: 2_000,
    find: ({ delay_seconds, below_dbfs: levelDbfs }, { silentSeconds, hasNoAudio, audioTrack }) =>
      !hasNoAudio && silentSeconds !== null && silentSeconds >= delay_seconds ? { levelDbfs, audioTrack } : null,
  }),
  alarmRule('clipping', {
    find: ({ delay_seconds }, { clippedSeconds }) => (clippedSeconds >= delay_seconds ? {} : null),
  }),
];
