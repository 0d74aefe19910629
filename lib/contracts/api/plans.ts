import { z } from 'zod';
import { changedPlanSchema, changePlanInputSchema, planStateSchema } from '../plan-schemas';
import { declare } from './declare';

const onePlan = z.object({ data: planStateSchema });

export const getPlan = declare('getPlan', {
  summary: 'Get the organization’s plan, and its number of streams that are on',
  auth: 'user',
  reply: onePlan,
});

export const changePlan = declare('changePlan', {
  summary: 'Choose a plan; the free plan applies at once, a paid one after payment',
  auth: 'user',
  body: changePlanInputSchema,
  reply: z.object({ data: changedPlanSchema }),
});

export const notifyBilling = declare('notifyBilling', {
  summary: 'Receive Stripe’s signed notifications about subscriptions',
  auth: 'public',
  failures: ['not_found', 'invalid_input', 'payload_too_large'],
});
