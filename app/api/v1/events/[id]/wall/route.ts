import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { directMultiview } from '@/lib/use-cases/events/direct-multiview';
import { serializeEvent } from '@/lib/use-cases/events/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.directWall, async ({ actor, params, body, request }) => ({
    data: serializeEvent(actor, await directMultiview(actor, params.id, body.wall), livekitPublicUrl(request)),
  })),
);
