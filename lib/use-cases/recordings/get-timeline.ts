import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import { getRecording } from './get-recording';
import { readTimeline } from './read-timeline';
import { serializeTimeline } from './serialize-timeline';
import { settled } from './timeline';

/** A recording in time, and where to play it. @throws AppError `not_found`, `conflict` */
export async function getTimeline(actor: Actor, id: string): Promise<RecordingTimeline> {
  authorize(actor, 'recordings.view');
  const recording = await getRecording(actor, id);
  const timeline = settled(await readTimeline(recording), recording.endedAt);
  const token = mintRecordingToken(id, 'play');
  const addressOf = (name: string) => `/recordings/${id}/${name}?token=${token}`;
  return serializeTimeline(timeline, addressOf('playlist.m3u8'), (fileUs) => addressOf(`thumbnails/${fileUs}`));
}
