import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteRecording } from '@/lib/use-cases/recordings/delete-recording';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint(recordings.deleteRecording, ({ actor, params }) => deleteRecording(actor, params.id)),
});
