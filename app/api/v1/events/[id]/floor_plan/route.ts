import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { removeFloorPlan } from '@/lib/use-cases/events/remove-floor-plan';
import { setFloorPlan } from '@/lib/use-cases/events/set-floor-plan';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint(events.setFloorPlan, ({ actor, params, body }) =>
    setFloorPlan(actor, params.id, Buffer.from(body.floor_plan.image, 'base64')),
  ),
  DELETE: endpoint(events.removeFloorPlan, ({ actor, params }) => removeFloorPlan(actor, params.id)),
});
