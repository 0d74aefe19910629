import { z } from 'zod';
import { larixConnection, obsStreaming, vmixOutput } from '../../encoder-settings';
import { figureWords } from '../figure-words';
import { plainProblem, problem } from './problem';

const codecNames: Record<string, string> = {
  aac_latm: 'AAC-LATM',
  eac3: 'E-AC-3',
  ac3: 'AC-3',
  s302m: 'PCM',
  opus: 'Opus',
};

const trackSchema = z.object({ taken: z.int(), count: z.int() });

/** Problems of the audio. */
export const audioProblems = {
  no_audio: plainProblem({
    sentence: 'The camera sends no sound.',
    fix: 'If there should be sound, add an audio track in the encoder.',
    settings: {
      obs: `${obsStreaming} → Audio Track: 1, and track 1 ticked in Edit → Advanced Audio Properties`,
      larix: `${larixConnection} → Mode: Audio + Video`,
      vmix: `${vmixOutput} → Audio: Master, Audio Bandwidth: 128000`,
      ffmpeg: '-map 0:v -map 0:a -c:a aac, and no -an',
    },
  }),
  audio_not_decodable: problem({ codec: z.string() }, ({ codec }) => ({
    sentence: `The camera sends sound as ${codecNames[codec] ?? codec.toUpperCase()}, and it cannot be decoded.`,
    fix: 'Set the encoder to AAC audio.',
    settings: {
      obs: `${obsStreaming} → Audio Encoder: FFmpeg AAC`,
      larix: 'Settings → Audio → Format: AAC',
      vmix: `${vmixOutput} → Audio: AAC`,
      ffmpeg: '-c:a aac',
    },
  })),
  audio_silent: problem({ levelDbfs: z.number(), audioTrack: trackSchema.nullable() }, ({ levelDbfs, audioTrack }) => ({
    sentence: audioTrack
      ? `No sound above ${figureWords(levelDbfs)} dBFS on audio track ${audioTrack.taken} of ${audioTrack.count}.`
      : `No sound above ${figureWords(levelDbfs)} dBFS.`,
    fix: audioTrack
      ? "Choose another audio track in the camera's connection details, or check for a muted microphone."
      : 'Check for a muted microphone, a lowered fader or the wrong input.',
    settings: {
      obs: 'Audio Mixer: unmute the source and raise its fader; Settings → Audio → Mic/Auxiliary Audio: the right device',
      larix: 'Main screen: microphone on; Settings → Audio → Audio source: the right microphone',
      vmix: 'Audio Mixer: the input on, its M button lit, its fader up',
      ffmpeg: 'the -i of the right device; -af volumedetect prints its level',
    },
  })),
  audio_clipping: plainProblem({
    sentence: 'The sound is clipping.',
    fix: 'Lower the level at the source until its peaks stay below −6 dBFS.',
    settings: {
      obs: 'Audio Mixer: lower the fader; ⋮ of the source → Filters → + → Limiter, Threshold: −6 dB',
      larix: 'Settings → Audio → Gain: lower, or turn the microphone down',
      vmix: 'Audio Mixer: gear of the input → Gain: lower, Compressor: on',
      ffmpeg: '-af volume=-6dB,alimiter=limit=0.5',
    },
  }),
};
