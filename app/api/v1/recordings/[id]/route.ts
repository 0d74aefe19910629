import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteRecording, serializeRecording, updateRecording } from '@/lib/use-cases/recordings/recordings';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.updateRecording, async ({ actor, params, body }) => ({
    data: serializeRecording(await updateRecording(actor, params.id, body.recording)),
  })),
  endpoint(recordings.deleteRecording, ({ actor, params }) => deleteRecording(actor, params.id)),
);
