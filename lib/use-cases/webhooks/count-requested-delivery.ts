import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

/** Limit of tests and redeliveries, so that nobody makes us send without end. */
const perOrganization = new RateLimit({ name: 'webhook_requested', uses: 60, windowSeconds: 10 * 60 });

/** Counts a requested delivery: a test or a redelivery. @throws AppError `too_many_requests` */
export async function countRequestedDelivery(organizationId: string): Promise<void> {
  const waitSeconds = await perOrganization.use(organizationId);
  refuseUsedUp(waitSeconds, 'Your organization has asked for too many deliveries.');
}
