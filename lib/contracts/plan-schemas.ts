import { z } from 'zod';
import { type PlanSlug, plans } from './plans';

const slugs = plans.map(({ slug }) => slug) as [PlanSlug, ...PlanSlug[]];

export const planSchema = z.enum(slugs, `Plan must be one of ${slugs.join(', ')}.`);

/** Body of PUT /plan. */
export const changePlanInputSchema = z.object({
  plan: z.object(
    {
      slug: planSchema,
      /** The billing period. */
      period: z.enum(['month', 'year'], 'Period must be month or year.').default('month'),
    },
    'Plan is required.',
  ),
});
export type ChangePlanInput = z.infer<typeof changePlanInputSchema>;

/** The organization's plan and its use. */
export const planStateSchema = z.object({
  slug: planSchema,
  /** The plan that an owner has chosen but not yet paid for. */
  chosen_slug: planSchema.nullable(),
  /** Whether this server enforces the limits of plans. */
  is_limited: z.boolean(),
  streams_on: z.int(),
  /** How many streams may be on at once, by the plan and the server. */
  max_streams_on: z.int(),
  /** Whether this server takes payments. */
  can_pay: z.boolean(),
  /** Whether the organization pays at present. */
  is_paying: z.boolean(),
});
export type PlanStateJson = z.infer<typeof planStateSchema>;

/** Answer of PUT /plan under `data`. */
export const changedPlanSchema = planStateSchema.extend({
  /** The payment provider's page to continue on; null if there is nothing to pay. */
  payment_url: z.string().nullable(),
});
