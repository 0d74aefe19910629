import { type RecordingJson, type ShownUpload, showUpload, storedUploadsSchema } from '@/lib/contracts/recordings';
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
    offset_ms: recording.offsetMs,
    upload: uploadOf(recording),
  },
});

/** The waiting bytes of all disks together. */
function uploadOf({ uploads }: Recording): ShownUpload | null {
  const waiting = Object.values(storedUploadsSchema.parse(uploads));
  if (waiting.length === 0) return null;
  return showUpload({
    waitingBytes: waiting.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
    behindMs: Math.max(...waiting.map(({ behindMs }) => behindMs)),
    fault: waiting.find(({ fault }) => fault !== null)?.fault ?? null,
  });
}
