import * as shareLinks from '@/lib/contracts/api/share-links';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeShareLink } from '@/lib/use-cases/sharing/share-links';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(shareLinks.revokeShareLink, ({ actor, params }) => revokeShareLink(actor, params.id)),
);
