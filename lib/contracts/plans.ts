// Plain data, so that pages read it without loading zod.

/** A plan of the spec. Prices are in US dollars. */
export interface Plan {
  slug: string;
  name: string;
  /** Maximum number of streams on at once; null if only the server's own limit applies. */
  maxStreamsOn: number | null;
  /** Maximum number of open camera invites in each event; null if only the server's own limit applies. */
  maxCameraInvites: number | null;
  /** Maximum hours of recordings that are kept, of all cameras together; null if only the server's own disk limits them. */
  maxRecordedHours: number | null;
  /** Maximum gigabytes of recordings that are kept; null likewise. */
  maxRecordedGb: number | null;
  monthly: number;
  yearly: number;
}

export const plans = [
  {
    slug: 'free',
    name: 'Free Forever',
    maxStreamsOn: 2,
    maxCameraInvites: 0,
    maxRecordedHours: 2,
    maxRecordedGb: 5,
    monthly: 0,
    yearly: 0,
  },
  {
    slug: 'starter',
    name: 'Starter',
    maxStreamsOn: 4,
    maxCameraInvites: 0,
    maxRecordedHours: 20,
    maxRecordedGb: 50,
    monthly: 20,
    yearly: 160,
  },
  {
    slug: 'small-event',
    name: 'Small Event',
    maxStreamsOn: 10,
    maxCameraInvites: 10,
    maxRecordedHours: 100,
    maxRecordedGb: 250,
    monthly: 40,
    yearly: 400,
  },
  // 30+ streams.
  {
    slug: 'growth-events',
    name: 'Growth Events',
    maxStreamsOn: null,
    maxCameraInvites: null,
    maxRecordedHours: null,
    maxRecordedGb: null,
    monthly: 160,
    yearly: 1600,
  },
] as const satisfies Plan[];

export type PlanSlug = (typeof plans)[number]['slug'];

/** The plan of every new organization. */
export const freePlan = 'free' satisfies PlanSlug;

/** The plan of a slug that a schema has checked. */
export function planOf(slug: PlanSlug): Plan {
  const [free] = plans;
  return plans.find((plan) => plan.slug === slug) ?? free;
}
