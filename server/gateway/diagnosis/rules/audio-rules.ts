import { figure, larixConnection, obsStreaming, type Rule, rule, vmixOutput } from './rule';

const codecNames: Record<string, string> = {
  aac_latm: 'AAC-LATM',
  eac3: 'E-AC-3',
  ac3: 'AC-3',
  s302m: 'PCM',
  opus: 'Opus',
};

/** Problems of the audio. */
export const audioRules: Rule[] = [
  rule({
    code: 'no_audio',
    severity: 'info',
    appearsAfterMs: 0,
    find: ({ hasNoAudio, undecodableAudio }) => (hasNoAudio && undecodableAudio === null ? {} : null),
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
    code: 'audio_not_decodable',
    severity: 'warning',
    appearsAfterMs: 0,
    find: ({ hasNoAudio, undecodableAudio }) => (hasNoAudio ? undecodableAudio : null),
    sentence: (codec) => `The camera sends sound as ${codecName(codec)}, and it cannot be decoded.`,
    fix: () => 'Set the encoder to AAC audio.',
    settings: () => ({
      obs: `${obsStreaming} → Audio Encoder: FFmpeg AAC`,
      larix: 'Settings → Audio → Format: AAC',
      vmix: `${vmixOutput} → Audio: AAC`,
      ffmpeg: '-c:a aac',
    }),
  }),
  rule({
    code: 'audio_silent',
    severity: ({ alarms }) => alarms.silent.severity,
    appearsAfterMs: 0,
    goesAfterMs: 2_000,
    find: ({ alarms: { silent }, silentSeconds, hasNoAudio, audioTrack }) =>
      silent.is_on && !hasNoAudio && silentSeconds !== null && silentSeconds >= silent.delay_seconds
        ? { level: silent.below_dbfs, audioTrack }
        : null,
    sentence: ({ level, audioTrack }) =>
      audioTrack
        ? `No audible sound on audio track ${audioTrack.taken} of ${audioTrack.count}: nothing above ${minus(level)} dBFS.`
        : `No audible sound: nothing above ${minus(level)} dBFS.`,
    fix: ({ audioTrack }) =>
      audioTrack
        ? "Choose another audio track in the camera's connection details, or check for a muted microphone."
        : 'Check for a muted microphone, a lowered fader or the wrong input.',
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

const codecName = (codec: string): string => codecNames[codec] ?? codec.toUpperCase();
