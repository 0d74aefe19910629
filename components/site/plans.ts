const paidFeatures = ['Detailed analytics', 'Team collaboration', 'Multi-view preview', 'Live camera tracking'];
const inviteLinks = 'Instant extra camera invite links';

/** The plans as the spec words them. Prices in US dollars. */
export const plans = [
  { slug: null, name: 'Free Forever', streams: 'Two streams', monthly: 0, yearly: 0, features: [] },
  { slug: 'starter', name: 'Starter', streams: '4 streams', monthly: 20, yearly: 160, features: paidFeatures },
  {
    slug: 'small-event',
    name: 'Small Event',
    streams: '10 streams',
    monthly: 40,
    yearly: 400,
    features: [...paidFeatures, inviteLinks],
  },
  {
    slug: 'growth-events',
    name: 'Growth Events',
    streams: '30+ streams',
    monthly: 160,
    yearly: 1600,
    features: [...paidFeatures, inviteLinks],
  },
] as const;

/** The paid plan that an address's `?plan=` names, if there is one. */
export const findPlan = (slug: unknown) => plans.find((plan) => plan.slug !== null && plan.slug === slug);

/** A path with the visitor's plan, so that the plan survives navigation. */
export const withPlan = (path: string, plan: ReturnType<typeof findPlan>): string =>
  plan ? `${path}?plan=${plan.slug}` : path;
