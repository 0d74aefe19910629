import { diskSpace } from '@/lib/contracts/disk-space';
import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';

/**
 * Refuses recordings whose gateways have too little space for them.
 * @throws AppError `conflict`
 */
export async function requireDiskSpace(tx: Transaction, streams: Pick<Stream, 'leaseOwner'>[]): Promise<void> {
  const gatewayIds = streams.flatMap(({ leaseOwner }) => leaseOwner ?? []);
  const isFull = await tx.gateway.findFirst({
    where: { id: { in: gatewayIds }, recordingsFreePercent: { lt: diskSpace.minPercent } },
    select: { id: true },
  });
  if (!isFull) return;
  const { minPercent } = diskSpace;
  const sentence = `Less than ${minPercent} % of the recordings’ disk is free. Delete recordings or free some space, then record.`;
  throw new AppError('conflict', sentence);
}
