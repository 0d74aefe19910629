import type { AccountJson } from '@/lib/contracts/accounts';
import type { Organization, User } from '@/prisma/generated/client';

export interface Account {
  user: Omit<User, 'passwordHash'>;
  organization: Organization;
}

/** What the API shows of a user and their organization. */
export function serializeAccount({ user, organization }: Account): AccountJson {
  return {
    user: { id: user.id, email: user.email, first_name: user.firstName, last_name: user.lastName },
    organization: { id: organization.id, name: organization.name },
  };
}
