import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { Timeline } from './timeline';

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
  format: format && {
    video_codec: format.videoCodec,
    audio_codec: format.audioCodec,
    width: format.width,
    height: format.height,
  },
  playlist_url: playlistUrl,
  thumbnails: thumbnailUrl ? thumbnails.map(({ fileUs, atUs }) => ({ at_us: atUs, url: thumbnailUrl(fileUs) })) : [],
});
