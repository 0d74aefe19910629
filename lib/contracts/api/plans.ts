import { z } from 'zod';
import { changedPlanSchema, changePlanInputSchema, planStateSchema } from '../organization/plan-schemas';
import { declare } from './declare';

const onePlan = z.object({ data: planStateSchema });

export const getPlan = declare('getPlan', {
  summary: 'The plan of the organization, and how many of its streams are on',
  auth: 'user',
  reply: onePlan,
});

export const changePlan = declare('changePlan', {
  summary: 'Choose a plan: the free one holds at once, another one is remembered until it is paid',
  auth: 'user',
  body: changePlanInputSchema,
  reply: z.object({ data: changedPlanSchema }),
});

export const notifyBilling = declare('notifyBilling', {
  summary: 'For Stripe, which says here that a subscription has changed, and signs what it sends',
  auth: 'public',
  failures: ['not_found', 'invalid_input', 'payload_too_large'],
});
