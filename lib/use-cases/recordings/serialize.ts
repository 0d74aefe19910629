import type { RecordingJson } from '@/lib/contracts/recordings';
import type { Recording } from '@/prisma/generated/client';

/** A recording as the API shows it. */
export const serializeRecording = (recording: Recording): RecordingJson => ({
  id: recording.id,
  type: 'recording',
  attributes: {
    event_id: recording.eventId,
    stream_id: recording.streamId,
    camera_name: recording.cameraName,
    started_at: recording.startedAt.toISOString(),
    ended_at: recording.endedAt?.toISOString() ?? null,
    size_bytes: Number(recording.sizeBytes),
  },
});
