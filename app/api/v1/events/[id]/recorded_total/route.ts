import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getRecordedTotal } from '@/lib/use-cases/recordings/recordings';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.getRecordedTotal, async ({ actor, params }) => ({
    data: await getRecordedTotal(actor, params.id),
  })),
);
