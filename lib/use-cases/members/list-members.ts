import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Member } from './member';

/** A page of the members of the actor's organization, who joined first first. */
export const listMembers = defineUseCase(
  { action: 'members.read' },
  async ({ actor }, { limit, cursor }: PageRequest): Promise<Page<Member>> => {
    const { organizationId } = actor;
    const after = cursor && {
      OR: [{ createdAt: { gt: cursor.at } }, { createdAt: cursor.at, userId: { gt: cursor.id } }],
    };
    const members = await db().membership.findMany({
      where: { organizationId, AND: after },
      orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
      take: limit + 1,
      include: { user: true },
    });
    return pageOf(members, limit, ({ createdAt: at, userId: id }) => ({ at, id }));
  },
);
