import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { removeFloorPlan, setFloorPlan } from '@/lib/use-cases/events/floor-plan';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.setFloorPlan, ({ actor, params, body }) =>
    setFloorPlan(actor, params.id, Buffer.from(body.floor_plan.image, 'base64')),
  ),
  endpoint(events.removeFloorPlan, ({ actor, params }) => removeFloorPlan(actor, params.id)),
);
