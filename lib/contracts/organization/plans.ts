// Plain data: pages read it, and do not load zod with it.

/** A plan as the spec has it. Prices in US dollars. */
export interface Plan {
  slug: string;
  name: string;
  /** How many streams may be on at once; null where only the server's own limit holds. */
  maxStreamsOn: number | null;
  monthly: number;
  yearly: number;
}

export const plans = [
  { slug: 'free', name: 'Free Forever', maxStreamsOn: 2, monthly: 0, yearly: 0 },
  { slug: 'starter', name: 'Starter', maxStreamsOn: 4, monthly: 20, yearly: 160 },
  { slug: 'small-event', name: 'Small Event', maxStreamsOn: 10, monthly: 40, yearly: 400 },
  // 30+ streams.
  { slug: 'growth-events', name: 'Growth Events', maxStreamsOn: null, monthly: 160, yearly: 1600 },
] as const satisfies Plan[];

export type PlanSlug = (typeof plans)[number]['slug'];

/** What every organization begins with. */
export const freePlan = 'free' satisfies PlanSlug;

/** The plan of a slug that a schema has checked. */
export function planOf(slug: PlanSlug): Plan {
  const [free] = plans;
  return plans.find((plan) => plan.slug === slug) ?? free;
}
