import { pageAnswer } from '@/lib/contracts/api/paging';
import * as shareLinks from '@/lib/contracts/api/share-links';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createShareLink } from '@/lib/use-cases/sharing/create-share-link';
import { listShareLinks } from '@/lib/use-cases/sharing/list-share-links';
import { serializeShareLink } from '@/lib/use-cases/sharing/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(shareLinks.listShareLinks, async ({ actor, params, query }) => {
    const page = await listShareLinks(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeShareLink), page);
  }),
  POST: endpoint(shareLinks.createShareLink, async ({ actor, params, body: { share_link: link } }) => ({
    data: serializeShareLink(
      await createShareLink(actor, params.id, {
        name: link.name,
        streamIds: link.stream_ids,
        canHear: link.can_hear,
        expiresAt: link.expires_at,
        password: link.password,
        maxViewers: link.max_viewers,
        follows: link.follows,
        recorded: link.recorded && { startsAt: link.recorded.starts_at, endsAt: link.recorded.ends_at },
      }),
    ),
  })),
});
