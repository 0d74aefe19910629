import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getFloorPlan } from '@/lib/use-cases/events/get-floor-plan';
import { serializeFloorPlan } from '@/lib/use-cases/events/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(events.getFloorPlan, async ({ actor, params }) => ({
    data: serializeFloorPlan(params.id, await getFloorPlan(actor, params.id, params.hash)),
  })),
});
