import { type KnownText, sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { MediaClock } from '@/lib/media/media-clock';
import type { TsProgram } from '../program/ts-program';
import type { Monitor } from './monitor';

/** How the room gets the video. */
export interface VideoMode {
  mode: 'passthrough' | 'transcoded';
  /** Null for passthrough. */
  reason: KnownText | null;
}

/** The mode of video that the source has encoded, whatever the room does with it. */
export const encodedAtSource: VideoMode = { mode: 'transcoded', reason: { code: 'transcoded_mjpeg', figures: {} } };

/**
 * The camera's current or last format, and how the room gets it. Null until enough access units have come.
 * @param videoMode null until the room has it
 * @param videoEncoder of a picture that the source makes
 * @param isSpareShown whether it is the spare's, which is in the camera's place
 */
export function describeMedia(
  program: Pick<TsProgram, 'tracks' | 'videoFacts' | 'choices' | 'encoder' | 'unsupportedAudio'>,
  monitor: Pick<Monitor, 'audioSource'>,
  { captureClock }: Pick<MediaClock, 'captureClock'>,
  videoMode: VideoMode | null,
  videoEncoder?: string,
  isSpareShown = false,
): StreamMedia | null {
  const { tracks, videoFacts, choices, encoder } = program;
  const audio = describeAudio(program, monitor);
  if (tracks.video ? !videoFacts : !audio) return null;
  const { mode, reason } = (tracks.video && videoMode) ?? { mode: null, reason: null };
  return {
    video: tracks.video && pickFormat(videoFacts),
    audio,
    mode,
    codedReason: reason ?? undefined,
    reason: reason && sentenceOf(reason),
    choices,
    captureClock,
    encoder: encoder ?? undefined,
    videoEncoder,
    spareShown: isSpareShown || undefined,
  };
}

function pickFormat(facts: TsProgram['videoFacts']): StreamMedia['video'] {
  if (!facts) return null;
  const { codec, profile, width, height } = facts;
  return { codec, profile, width, height };
}

function describeAudio(
  { tracks: { audio }, unsupportedAudio }: Pick<TsProgram, 'tracks' | 'unsupportedAudio'>,
  { audioSource }: Pick<Monitor, 'audioSource'>,
): StreamMedia['audio'] {
  if (!audio) return unsupportedAudio === null ? null : { codec: unsupportedAudio, sampleRateHz: null, channels: null };
  const { sampleRateHz = null, channels = null } = audioSource ?? {};
  return { codec: audio.codec, sampleRateHz, channels };
}
