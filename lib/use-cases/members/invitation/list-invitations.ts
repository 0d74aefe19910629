import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { afterCursor } from '@/lib/platform/db/after-cursor';
import { db } from '@/lib/platform/db/db';
import { isOpen, type OpenInvitation, withOrganizationAndInviter } from './open-invitation';

/** A page of the invitations to the actor's organization that can still be accepted, oldest first. */
export async function listInvitations(actor: Actor, { limit, cursor }: PageRequest): Promise<Page<OpenInvitation>> {
  authorize(actor, 'invitations.read');
  const invitations = await db().invitation.findMany({
    where: { organizationId: actor.organizationId, AND: [isOpen(), afterCursor(cursor) ?? {}] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
    include: withOrganizationAndInviter,
  });
  return pageOf(invitations, limit, ({ createdAt: at, id }) => ({ at, id }));
}
