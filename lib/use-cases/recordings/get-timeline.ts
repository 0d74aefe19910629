import { credentialOf } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { readTimeline } from './read-timeline';
import { getRecording } from './recordings';
import { settled, type Timeline } from './timeline';

/** A recording in time, and where to play it. @throws AppError `not_found`, `conflict` */
export const getTimeline = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, id: string): Promise<RecordingTimeline> => {
    const recording = await getRecording(actor, id);
    const timeline = settled(await readTimeline(recording), recording.endedAt);
    const token = mintRecordingToken(id, 'play', credentialOf(actor).id);
    const addressOf = (name: string) => `/recordings/${id}/${name}?token=${token}`;
    return serializeTimeline(timeline, addressOf('playlist.m3u8'), (fileUs) => addressOf(`thumbnails/${fileUs}`));
  },
);

/**
 * A timeline as players get it.
 * @param playlistUrl its playlist, with a token
 * @param thumbnailUrl the address of a thumbnail, by the time that names it; none: there are no thumbnails
 */
export const serializeTimeline = (
  { parts, format, thumbnails }: Timeline,
  playlistUrl: string,
  thumbnailUrl?: (fileUs: number) => string,
): RecordingTimeline => ({
  parts: parts.map(({ startUs, durationUs, beginsRun }) => ({
    start_us: startUs,
    duration_us: durationUs,
    begins_run: beginsRun,
  })),
  runs: parts
    .filter(({ beginsRun }, index) => beginsRun || index === 0)
    .map(({ startUs, captured: { clock, uncertaintyMs, apartMs, shiftMs } }) => ({
      start_us: startUs,
      clock,
      uncertainty_ms: uncertaintyMs,
      apart_ms: apartMs,
      shift_ms: shiftMs,
    })),
  format: format && {
    video_codec: format.videoCodec,
    audio_codec: format.audioCodec,
    width: format.width,
    height: format.height,
  },
  playlist_url: playlistUrl,
  thumbnails: thumbnailUrl
    ? thinned(thumbnails).map(({ fileUs, atUs }) => ({ at_us: atUs, url: thumbnailUrl(fileUs) }))
    : [],
});

/** More thumbnails than a screen is wide show nothing new, and their addresses are most of a day's timeline. */
const maxThumbnails = 3_000;

/** Thumbnails of the whole recording, each as far from the next. */
function thinned(thumbnails: Timeline['thumbnails']): Timeline['thumbnails'] {
  const step = Math.ceil(thumbnails.length / maxThumbnails);
  return step <= 1 ? thumbnails : thumbnails.filter((_, index) => index % step === 0);
}
