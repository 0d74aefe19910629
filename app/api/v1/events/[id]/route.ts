import * as events from '@/lib/contracts/api/events';
import { deleteEvent } from '@/lib/events/delete-event';
import { getEvent } from '@/lib/events/get-event';
import { serializeEvent } from '@/lib/events/serialize';
import { updateEvent } from '@/lib/events/update-event';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(events.getEvent, async ({ actor, params, request }) => ({
    data: serializeEvent(actor, await getEvent(actor, params.id), livekitPublicUrl(request)),
  })),
  PATCH: endpoint(events.updateEvent, async ({ actor, params, body, request }) => ({
    data: serializeEvent(actor, await updateEvent(actor, params.id, body.event), livekitPublicUrl(request)),
  })),
  DELETE: endpoint(events.deleteEvent, ({ actor, params }) => deleteEvent(actor, params.id)),
});
