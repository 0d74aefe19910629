import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { findThumbnail } from '@/lib/use-cases/recordings/find-thumbnail';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.getThumbnail, async ({ actor, params, query }) => ({
    data: await findThumbnail(actor, params.id, query.at === undefined ? new Date() : new Date(query.at)),
  })),
);
