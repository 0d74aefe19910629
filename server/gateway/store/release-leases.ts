import { db } from '@/lib/platform/db/db';

/** Gives all leases of a gateway back, so that another can take its streams over at once. They stay wanted. */
export async function releaseLeases(gatewayId: string): Promise<void> {
  await db().stream.updateMany({
    where: { leaseOwner: gatewayId },
    data: { leaseOwner: null, leaseExpiresAt: null, podName: null, podIp: null },
  });
}
