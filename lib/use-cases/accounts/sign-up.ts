import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import type { SignUpInput } from '@/lib/contracts/accounts';
import { freePlan } from '@/lib/contracts/plans';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { operatesServer } from '@/lib/preflight/operator';
import { emailIsTaken } from '@/lib/use-cases/accounts/email/replace-email';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { recorderOf } from '@/lib/use-cases/definers/record';
import { countSignUp } from './count-sign-up';
import { requireSignUp } from './require-sign-up';
import type { Account } from './serialize';

/**
 * Creates a user, their organization, and their membership as its owner. The organization has the free plan; a paid one
 * is remembered until it is paid.
 * @param address the IP address that the request came from
 * @throws AppError `forbidden` where the server does not let everybody sign up; `conflict` when the e-mail address is taken; `too_many_requests`; `busy`
 */
export const signUp = definePublic(
  'there is no actor yet',
  async (input: SignUpInput, address: string): Promise<Account> => {
    requireSignUp({ isInvited: false });
    await countSignUp(address);
    const passwordHash = await inPasswordQueue(() => hashPassword(input.user.password));
    try {
      const made = await db().$transaction(async (tx) => {
        const { name, plan = freePlan } = input.organization;
        const chosenPlan = plan === freePlan ? null : plan;
        const organization = await tx.organization.create({ data: { id: newId(), name, chosenPlan } });
        const user = await tx.user.create({
          data: {
            id: newId(),
            email: input.user.email,
            passwordHash,
            firstName: input.user.first_name,
            lastName: input.user.last_name || null,
            memberships: { create: { organizationId: organization.id, role: 'owner' } },
          },
        });
        const record = recorderOf({ userId: user.id, organizationId: organization.id, address });
        await record(tx, { action: 'account.sign_up', id: organization.id, name });
        const role = 'owner' as const;
        return { user, hasPassword: true, organization, role, organizations: [{ organization, role }] };
      });
      return Object.assign(made, { operatesServer: await operatesServer(made.organization.id) });
    } catch (error) {
      throw isUniqueViolation(error) ? emailIsTaken(error) : error;
    }
  },
);
