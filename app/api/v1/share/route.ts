import * as shareLinks from '@/lib/contracts/api/share-links';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { openShareLink } from '@/lib/use-cases/sharing/open-share-link';
import { serializeShare } from '@/lib/use-cases/sharing/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(shareLinks.openShareLink, async ({ body, request }) => ({
    data: serializeShare(await openShareLink(body.share, clientOf(request)), request),
  })),
);
