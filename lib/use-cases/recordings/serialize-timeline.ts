import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { Timeline } from './timeline';

/** A timeline as players get it. @param playlistUrl its playlist, with a token */
export const serializeTimeline = ({ parts, format }: Timeline, playlistUrl: string): RecordingTimeline => ({
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
});
