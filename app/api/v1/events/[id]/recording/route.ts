import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { startEventRecording, stopEventRecording } from '@/lib/use-cases/recordings/event-recording';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.startEventRecording, async ({ actor, params }) => ({
    data: (await startEventRecording(actor, params.id)).map(serializeStreamForMember),
  })),
  endpoint(recordings.stopEventRecording, async ({ actor, params }) => ({
    data: (await stopEventRecording(actor, params.id)).map(serializeStreamForMember),
  })),
);
