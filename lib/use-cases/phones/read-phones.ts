import { db } from '@/lib/platform/db/db';
import { type CrewPhoneRow, crewPhoneRelations } from './serialize';

/**
 * Phones of one organization whose invites are not revoked, oldest first, for callers that have asked the policy.
 * @param options.streamIds limits them to the phones of these streams; those of other organizations are left out
 * @param options.limit how many at most
 */
export const readPhones = (
  organizationId: string,
  { eventId, streamIds, limit }: { eventId?: string; streamIds?: string[]; limit?: number },
): Promise<CrewPhoneRow[]> =>
  db().phone.findMany({
    where: { organizationId, eventId, streamId: streamIds && { in: streamIds }, invite: { revokedAt: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: crewPhoneRelations,
    take: limit,
  });
