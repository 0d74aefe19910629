import { sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { MediaClock } from '../../media/media-clock';
import type { Program } from '../../program/program';
import type { VideoMedia } from './camera-video';
import type { RoomOutput } from './room-output';

const noVideo: VideoMedia = { video: null, mode: null, reason: null };

/** The camera's current or last format, and how the room gets it. Null until the first access unit. */
export function describeMedia(
  program: Pick<Program, 'tracks' | 'choices' | 'encoder' | 'unsupportedAudio'>,
  room: Pick<RoomOutput, 'videoMedia' | 'audioSource'>,
  { captureClock }: Pick<MediaClock, 'captureClock'>,
): StreamMedia | null {
  const hasVideo = program.tracks.video !== null;
  const audio = describeAudio(program, room);
  if (!hasVideo && !audio) return null;
  const media = hasVideo ? room.videoMedia : noVideo;
  if (!media) return null;
  const { video, mode, reason } = media;
  return {
    video,
    audio,
    mode,
    codedReason: reason ?? undefined,
    reason: reason && sentenceOf(reason),
    choices: program.choices,
    captureClock,
    encoder: program.encoder ?? undefined,
  };
}

function describeAudio(
  { tracks: { audio }, unsupportedAudio }: Pick<Program, 'tracks' | 'unsupportedAudio'>,
  { audioSource }: Pick<RoomOutput, 'audioSource'>,
): StreamMedia['audio'] {
  if (!audio) return unsupportedAudio === null ? null : { codec: unsupportedAudio, sampleRateHz: null, channels: null };
  const { sampleRateHz = null, channels = null } = audioSource ?? {};
  return { codec: audio.codec, sampleRateHz, channels };
}
