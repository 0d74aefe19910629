import * as events from '@/lib/contracts/api/events';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { isTimeZone } from '@/lib/core/time-zone';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { listEvents } from '@/lib/use-cases/events/get-event';
import { serializeEvent } from '@/lib/use-cases/events/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.listEvents, async ({ actor, query, request }) => {
    const page = await listEvents(actor, query);
    const livekitUrl = livekitPublicUrl(request);
    return pageAnswer(page, (event) => serializeEvent(actor, event, livekitUrl));
  }),
  endpoint(events.createEvent, async ({ actor, body, request }) => {
    const event = await createEvent(actor, { time_zone: timeZoneOf(request), ...body.event });
    return { data: serializeEvent(actor, event, livekitPublicUrl(request)) };
  }),
);

/** The time zone of a browser that sends one. */
function timeZoneOf(request: Request): string | undefined {
  const zone = request.headers.get('time-zone');
  return zone && isTimeZone(zone) ? zone : undefined;
}
