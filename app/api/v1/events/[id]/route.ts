import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { serializeEvent } from '@/lib/use-cases/events/serialize';
import { updateEvent } from '@/lib/use-cases/events/update-event';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.getEvent, async ({ actor, params, request }) => ({
    data: serializeEvent(actor, await getEvent(actor, params.id), livekitPublicUrl(request)),
  })),
  endpoint(events.updateEvent, async ({ actor, params, body, request }) => ({
    data: serializeEvent(actor, await updateEvent(actor, params.id, body.event), livekitPublicUrl(request)),
  })),
  endpoint(events.deleteEvent, ({ actor, params }) => deleteEvent(actor, params.id)),
);
