import * as plans from '@/lib/contracts/api/plans';
import { endpoint } from '@/lib/http/endpoint';
import { readTextBody } from '@/lib/http/read-json-body';
import { route } from '@/lib/http/route';
import { applyBillingNotification } from '@/lib/use-cases/plans/apply-billing-notification';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(plans.notifyBilling, async ({ request }) =>
    applyBillingNotification(await readTextBody(request), request.headers.get('stripe-signature') ?? ''),
  ),
);
