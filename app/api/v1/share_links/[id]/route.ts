import * as shareLinks from '@/lib/contracts/api/share-links';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeShareLink } from '@/lib/use-cases/sharing/serialize';
import { revokeShareLink, updateShareLink } from '@/lib/use-cases/sharing/share-links';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(shareLinks.updateShareLink, async ({ actor, params, body }) => ({
    data: serializeShareLink(await updateShareLink(actor, params.id, body.share_link)),
  })),
  endpoint(shareLinks.revokeShareLink, ({ actor, params }) => revokeShareLink(actor, params.id)),
);
