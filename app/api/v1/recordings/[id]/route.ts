import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteRecording } from '@/lib/use-cases/recordings/delete-recording';
import { serializeRecording } from '@/lib/use-cases/recordings/serialize';
import { updateRecording } from '@/lib/use-cases/recordings/update-recording';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(recordings.updateRecording, async ({ actor, params, body }) => ({
    data: serializeRecording(await updateRecording(actor, params.id, body.recording)),
  })),
  DELETE: endpoint(recordings.deleteRecording, ({ actor, params }) => deleteRecording(actor, params.id)),
});
