import { plans as facts, freePlan, type PlanSlug } from '@/lib/contracts/plans';

const paidFeatures = ['Detailed analytics', 'Team collaboration', 'Multi-view preview', 'Live camera tracking'];
const inviteLinks = 'Instant extra camera invite links';

/** Each plan's description besides its price, word for word from the spec. */
const words: Record<PlanSlug, { streams: string; features: string[] }> = {
  free: { streams: 'Two streams', features: [] },
  starter: { streams: '4 streams', features: paidFeatures },
  'small-event': { streams: '10 streams', features: [...paidFeatures, inviteLinks] },
  'growth-events': { streams: '30+ streams', features: [...paidFeatures, inviteLinks] },
};

/** The plans as the spec words them. */
export const plans = facts.map((plan) => ({ ...plan, ...words[plan.slug] }));

/** The paid plan that an address's `?plan=` names, if there is one. */
export const findPlan = (slug: unknown) => plans.find((plan) => plan.slug !== freePlan && plan.slug === slug);

/** A path with the visitor's plan, so that the plan survives navigation. */
export const withPlan = (path: string, plan: ReturnType<typeof findPlan>): string =>
  plan ? `${path}?plan=${plan.slug}` : path;
