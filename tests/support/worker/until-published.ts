import type { ParticipantInfo, TrackInfo } from '@livekit/protocol';
import { listParticipants } from '../room/room-participants';
import { until } from '../until';
import type { WorkerProcess } from './worker-process';

/** Waits until the worker has published audio, and video of this width in two layers. */
export async function untilPublished(
  worker: WorkerProcess,
  width: number,
  livekitUrl = worker.spec.livekitUrl,
): Promise<TrackInfo[]> {
  let participants: ParticipantInfo[] = [];
  const findTracks = async () => {
    participants = await listParticipants(worker.eventId, livekitUrl).catch(() => []);
    const tracks = participants.find(({ identity }) => identity === worker.spec.participantIdentity)?.tracks ?? [];
    const video = tracks.find((track) => track.width === width);
    // LiveKit names the SSRC of a layer only when it has received it.
    const hasAll = tracks.length === 2 && video?.layers.length === 2 && video.layers.every(({ ssrc }) => ssrc > 0);
    return hasAll ? tracks : null;
  };
  return until(`video ${width} wide is published`, findTracks, { timeoutMs: 15_000 }).catch((cause: unknown) => {
    throw new Error(`${cause}: ${JSON.stringify(participants)}, the worker said:\n${worker.log()}`, { cause });
  });
}
