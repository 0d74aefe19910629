import { describe, expect, test } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { Role } from '@/lib/contracts/permissions';
import { db } from '@/lib/platform/db/db';
import { createApiToken, listApiTokens } from '@/lib/use-cases/api-tokens/api-tokens';
import { leaveOrganization, removeMember } from '@/lib/use-cases/members/end-membership';
import { updateMember } from '@/lib/use-cases/members/update-member';
import {
  authenticateUser,
  makeApiToken,
  makeColleague,
  makeUser,
  type SignedInUser,
} from '../../support/api/factories';

/** An admin's tokens, and one of the owner's beside them. */
async function makeTokens() {
  const owner = await makeUser();
  const admin = await makeColleague(owner.actor, 'admin');
  const [read, write] = [await makeApiToken(admin.actor, 'read'), await makeApiToken(admin.actor, 'write')];
  return { owner, admin, read, write, owners: await makeApiToken(owner.actor, 'write') };
}

const isAccepted = async ({ token }: { token: string }): Promise<boolean> =>
  authenticate(token).then(
    () => true,
    () => false,
  );

test('a list of API tokens says who made each', async () => {
  const { owner, admin, write } = await makeTokens();
  const [owners, second] = await listApiTokens(owner.actor);
  expect(owners?.maker?.id).toBe(owner.actor.userId);
  expect(second).toMatchObject({ id: write.actor.apiTokenId, maker: { id: admin.actor.userId, firstName: 'Ada' } });
});

describe('the API tokens of somebody who', () => {
  test.each<[string, (owner: SignedInUser, admin: SignedInUser) => Promise<unknown>]>([
    ['is removed', (owner, admin) => removeMember(owner.actor, admin.actor.userId)],
    ['leaves', (_, admin) => leaveOrganization(admin.actor)],
  ])('%s are revoked, and no others, with a line for each in the audit trail', async (_, end) => {
    const { owner, admin, read, write, owners } = await makeTokens();
    await end(owner, admin);
    expect(await Promise.all([read, write, owners].map(isAccepted))).toEqual([false, false, true]);
    const lines = await db().auditEntry.findMany({
      where: { organizationId: owner.actor.organizationId, action: 'api_tokens.revoke' },
    });
    expect(lines.map(({ thingName, detail }) => `${thingName} ${detail}`).sort()).toEqual([
      'May read made by Ada Lovelace',
      'May write made by Ada Lovelace',
    ]);
  });

  test.each<[Role, boolean, boolean]>([
    ['owner', true, true],
    ['member', true, true],
    ['viewer', true, false],
  ])('becomes %s may do no more than they', async (role, mayRead, mayWrite) => {
    const { owner, admin, read, write, owners } = await makeTokens();
    await updateMember(owner.actor, admin.actor.userId, role);
    expect(await Promise.all([read, write, owners].map(isAccepted))).toEqual([mayRead, mayWrite, true]);
  });

  test('belongs to another organization as well stay there', async () => {
    const { owner, admin } = await makeTokens();
    const other = await makeUser();
    const { userId } = admin.actor;
    const { organizationId } = other.actor;
    await db().membership.create({ data: { userId, organizationId, role: 'admin' } });
    const there = await authenticateUser(await openAuthSession(db(), userId, organizationId));
    const elsewhere = await makeApiToken(there, 'write');
    await removeMember(owner.actor, userId);
    expect(await isAccepted(elsewhere)).toBe(true);
  });
});

test('whoever is being removed leaves no API token behind', async () => {
  const owner = await makeUser();
  const { organizationId } = owner.actor;
  for (let round = 0; round < 5; round++) {
    const admin = await makeColleague(owner.actor, 'admin');
    const make = () => createApiToken(admin.actor, { name: 'Kept', access: 'write', expires_at: null });
    await Promise.allSettled([make(), removeMember(owner.actor, admin.actor.userId), make()]);
    expect(await db().apiToken.count({ where: { organizationId, revokedAt: null } })).toBe(0);
  }
});
