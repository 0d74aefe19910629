import * as events from '@/lib/contracts/api/events';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { listEvents } from '@/lib/use-cases/events/list-events';
import { serializeEvent } from '@/lib/use-cases/events/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(events.listEvents, async ({ actor, query, request }) => {
    const page = await listEvents(actor, query);
    const livekitUrl = livekitPublicUrl(request);
    return pageAnswer(
      page.rows.map((event) => serializeEvent(actor, event, livekitUrl)),
      page,
    );
  }),
  POST: endpoint(events.createEvent, async ({ actor, body, request }) => ({
    data: serializeEvent(actor, await createEvent(actor, body.event), livekitPublicUrl(request)),
  })),
});
