import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { removeFloorPlan, scaleFloorPlan, setFloorPlan } from '@/lib/use-cases/events/floor-plan';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.setFloorPlan, ({ actor, params, body: { floor_plan } }) =>
    setFloorPlan(actor, params.id, Buffer.from(floor_plan.image, 'base64'), floor_plan),
  ),
  endpoint(events.scaleFloorPlan, ({ actor, params, body }) => scaleFloorPlan(actor, params.id, body.floor_plan)),
  endpoint(events.removeFloorPlan, ({ actor, params }) => removeFloorPlan(actor, params.id)),
);
