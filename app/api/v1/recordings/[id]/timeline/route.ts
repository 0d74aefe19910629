import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getTimeline } from '@/lib/use-cases/recordings/get-timeline';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.getRecordingTimeline, async ({ actor, params }) => ({
    data: await getTimeline(actor, params.id),
  })),
);
