import { expect, test } from 'vitest';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { updateAccount } from '@/lib/use-cases/accounts/account';
import { endOtherAuthSessions, logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { changeEmail } from '@/lib/use-cases/accounts/email/change-email';
import { switchOrganization } from '@/lib/use-cases/accounts/enter-organization';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { changePassword } from '@/lib/use-cases/accounts/password';
import { createPasswordReset, makePasswordResetLink } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';
import { createApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { leaveOrganization, removeMember } from '@/lib/use-cases/members/end-membership';
import { createInvitation } from '@/lib/use-cases/members/invitation/invitations';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { makeColleague, makeUser, newAddress, password } from '../../support/api/factories';

const client = () => ({ address: newAddress(), userAgent: '' });

test('whatever members do to themselves and each other at once, no locks wait for each other', async () => {
  const faults: unknown[] = [];
  for (let round = 0; round < 6; round++) {
    const owner = await makeUser();
    const [one, two] = [await makeColleague(owner.actor, 'admin'), await makeColleague(owner.actor, 'admin')];
    const [a, b] = [one.actor, two.actor];
    const { secret } = await db().$transaction((tx) => createPasswordReset(tx, a.userId, null));
    const works = [
      () => changePassword(a, { user: { current_password: password, password: 'another password' } }),
      () => changeEmail(a, { user: { email: `${newId()}@example.com`, current_password: password } }, newAddress()),
      () => updateAccount(a, { user: { first_name: 'Ada' } }),
      () => updateAccount(a, { user: { first_name: 'Eve' } }),
      () => resetPassword({ password_reset: { secret }, user: { password: 'a third password' } }, newAddress()),
      () => logIn({ user: { email: one.email, password } }, client()),
      () => switchOrganization(a, a.organizationId, client()),
      () => switchOrganization(b, b.organizationId, client()),
      () => endOtherAuthSessions(a),
      () => endOtherAuthSessions(b),
      () => createInvitation(a, { invitation: { role: 'viewer' } }),
      () => createApiToken(b, { name: 'Token', access: 'read', expires_at: null }),
      () => makePasswordResetLink(a, b.userId),
      () => makePasswordResetLink(b, a.userId),
      () => updateMember(a, b.userId, 'member'),
      () => updateMember(owner.actor, a.userId, 'member'),
      () => removeMember(b, a.userId),
      () => removeMember(a, b.userId),
      () => leaveOrganization(b),
      () => logOut(a),
      () => logOut(a),
    ];
    const shuffled = works
      .map((work) => ({ work, at: Math.random() }))
      .sort((former, later) => former.at - later.at)
      .map(({ work }) => work());
    for (const outcome of await Promise.allSettled(shuffled)) {
      if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError)) faults.push(outcome.reason);
    }
  }
  expect(faults).toEqual([]);
}, 60_000);
