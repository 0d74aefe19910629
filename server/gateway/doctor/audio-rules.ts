import { figure, larixConnection, obsStreaming, type Rule, rule, vmixOutput } from './rule';

/** Problems of the audio. */
export const audioRules: Rule[] = [
  rule({
    code: 'no_audio',
    severity: 'info',
    appearsAfterMs: 0,
    find: ({ hasNoAudio }) => (hasNoAudio ? {} : null),
    sentence: () => 'The camera sends no sound.',
    fix: () => 'If there should be sound, add an audio track in the encoder.',
    settings: () => ({
      obs: `${obsStreaming} → Audio Track: 1, and track 1 ticked in Edit → Advanced Audio Properties`,
      larix: `${larixConnection} → Mode: Audio + Video`,
      vmix: `${vmixOutput} → Audio: Master, Audio Bandwidth: 128000`,
      ffmpeg: '-map 0:v -map 0:a -c:a aac, and no -an',
    }),
  }),
  rule({
    code: 'audio_silent',
    severity: ({ alarms }) => alarms.silent.severity,
    appearsAfterMs: 0,
    goesAfterMs: 2_000,
    find: ({ alarms: { silent }, silentSeconds, hasNoAudio }) =>
      silent.is_on && !hasNoAudio && silentSeconds !== null && silentSeconds >= silent.delay_seconds ? silent : null,
    sentence: ({ below_dbfs: level }) => `No audible sound: nothing above ${minus(level)} dBFS.`,
    fix: () => 'Check for a muted microphone, a lowered fader or the wrong input.',
    settings: () => ({
      obs: 'Audio Mixer: unmute the source and raise its fader; Settings → Audio → Mic/Auxiliary Audio: the right device',
      larix: 'Main screen: microphone on; Settings → Audio → Audio source: the right microphone',
      vmix: 'Audio Mixer: the input on, its M button lit, its fader up',
      ffmpeg: 'the -i of the right device; -af volumedetect prints its level',
    }),
  }),
  rule({
    code: 'audio_clipping',
    severity: ({ alarms }) => alarms.clipping.severity,
    appearsAfterMs: 0,
    find: ({ alarms: { clipping }, clippedSeconds }) =>
      clipping.is_on && clippedSeconds >= clipping.delay_seconds ? {} : null,
    sentence: () => 'The sound is clipping.',
    fix: () => `Lower the level at the source until its peaks stay below ${minus(-6)} dBFS.`,
    settings: () => ({
      obs: `Audio Mixer: lower the fader; ⋮ of the source → Filters → + → Limiter, Threshold: ${minus(-6)} dB`,
      larix: 'Settings → Audio → Gain: lower, or turn the microphone down',
      vmix: 'Audio Mixer: gear of the input → Gain: lower, Compressor: on',
      ffmpeg: '-af volume=-6dB,alimiter=limit=0.5',
    }),
  }),
];

function minus(value: number): string {
  return figure(value).replace('-', '−');
}
