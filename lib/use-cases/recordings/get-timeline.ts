import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import { getRecording } from './get-recording';
import { readTimeline } from './read-timeline';

/** A recording in time, and where to play it. @throws AppError `not_found`, `conflict` */
export async function getTimeline(actor: Actor, id: string): Promise<RecordingTimeline> {
  authorize(actor, 'recordings.view');
  await getRecording(actor, id);
  const { parts, format } = await readTimeline(id);
  return {
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
    playlist_url: `/recordings/${id}/playlist.m3u8?token=${mintRecordingToken(id, 'play')}`,
  };
}
