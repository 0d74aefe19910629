import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

/** Somebody who tries out a receiver, or makes up for what it missed; it is no way to have us send without end. */
const perOrganization = new RateLimit({ name: 'webhook_requested', uses: 60, windowSeconds: 10 * 60 });

/** Counts a delivery that somebody asks for: a test, or one once more. @throws AppError `too_many_requests` */
export async function countRequestedDelivery(organizationId: string): Promise<void> {
  const waitSeconds = await perOrganization.use(organizationId);
  refuseUsedUp(waitSeconds, 'Your organization has asked for too many deliveries.');
}
