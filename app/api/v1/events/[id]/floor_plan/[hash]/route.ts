import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getFloorPlan } from '@/lib/use-cases/events/floor-plan';
import { serializeFloorPlan } from '@/lib/use-cases/events/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.getFloorPlan, async ({ actor, params }) => ({
    data: serializeFloorPlan(params.id, await getFloorPlan(actor, params.id, params.hash)),
  })),
);
