import { pageAnswer } from '@/lib/contracts/api/paging';
import * as shareLinks from '@/lib/contracts/api/share-links';
import { camelKeys } from '@/lib/core/camel-keys';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeShareLink } from '@/lib/use-cases/sharing/serialize';
import { createShareLink, listShareLinks } from '@/lib/use-cases/sharing/share-links';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(shareLinks.listShareLinks, async ({ actor, params, query }) =>
    pageAnswer(await listShareLinks(actor, params.id, query), serializeShareLink),
  ),
  endpoint(shareLinks.createShareLink, async ({ actor, params, body }) => ({
    data: serializeShareLink(await createShareLink(actor, params.id, camelKeys(body.share_link))),
  })),
);
