import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { startRecording, stopRecording } from '@/lib/use-cases/recordings/camera-recording';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.startRecording, async ({ actor, params }) => ({
    data: serializeStreamForMember(await startRecording(actor, params.id)),
  })),
  endpoint(recordings.stopRecording, async ({ actor, params }) => ({
    data: serializeStreamForMember(await stopRecording(actor, params.id)),
  })),
);
