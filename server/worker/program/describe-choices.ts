import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { AudioStream } from '@/lib/media/mpegts/elementary-stream';
import { hasVideo, type KnownProgram } from '@/lib/media/mpegts/program-directory';

/**
 * The programs and audio tracks to choose from; nothing when there is one program with at most one audio track.
 * @param taken the current program
 * @param audio its current track
 */
export function describeChoices(
  programs: KnownProgram[],
  taken: KnownProgram | null,
  audio: AudioStream | null,
): StreamMedia['choices'] {
  if (!taken) return undefined;
  const tracks = taken.map.streams.filter((stream) => stream.kind === 'audio');
  if (programs.length < 2 && tracks.length < 2) return undefined;
  const index = tracks.findIndex(({ pid }) => pid === audio?.pid);
  return {
    programs: programs.map((program) => ({ number: program.number, hasVideo: hasVideo(program) })),
    program: taken.number,
    audioTracks: tracks.map(({ codec, language = null }) => ({ codec, language })),
    audioTrack: index < 0 ? null : index + 1,
  };
}
