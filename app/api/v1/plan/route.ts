import * as plans from '@/lib/contracts/api/plans';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { changePlan } from '@/lib/use-cases/plans/change-plan';
import { getPlan } from '@/lib/use-cases/plans/get-plan';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(plans.getPlan, async ({ actor }) => ({ data: await getPlan(actor) })),
  endpoint(plans.changePlan, async ({ actor, body }) => {
    const paymentUrl = await changePlan(actor, body.plan);
    return { data: Object.assign({ payment_url: paymentUrl }, await getPlan(actor)) };
  }),
);
