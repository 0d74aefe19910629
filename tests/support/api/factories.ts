import { randomBytes } from 'node:crypto';
import type { Actor, TokenActor, UserActor } from '@/lib/auth/actor';
import { authenticate } from '@/lib/auth/authenticate';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { hashPassword } from '@/lib/auth/password';
import type { SignUpInput } from '@/lib/contracts/accounts';
import type { ApiTokenAccess, Role } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { createStream } from '@/lib/use-cases/streams/create-stream';
import type { Event, Stream } from '@/prisma/generated/client';

export const password = 'correct horse battery';

/** A valid body of POST /auth/signup with a unique e-mail address. */
export const signUpInput = (): SignUpInput => ({
  organization: { name: 'Northwind Live' },
  user: { email: `${newId()}@example.com`, password, first_name: 'Ada', last_name: 'Lovelace' },
});

export interface SignedInUser {
  actor: UserActor;
  token: string;
  email: string;
}

/** An address that no limit has counted yet (RFC 3849). */
export const newAddress = (): string => `2001:db8:${randomBytes(4).toString('hex').replace(/^.{4}/, '$&:')}::1`;

let passwordHash: Promise<string> | undefined;

/** Signs in a new user, who has a role in an organization and no other one. As after a sign-up, but without its two hashes. */
export async function makeMember(organizationId: string, role: Role): Promise<SignedInUser> {
  passwordHash ??= hashPassword(password);
  const { email, first_name: firstName, last_name: lastName } = signUpInput().user;
  const { id } = await db().user.create({
    data: {
      id: newId(),
      email,
      passwordHash: await passwordHash,
      firstName,
      lastName,
      memberships: { create: { organizationId, role } },
    },
  });
  const token = await openAuthSession(db(), id, organizationId, { address: newAddress(), userAgent: 'a test' });
  return { actor: await authenticateUser(token), token, email };
}

/** Signs in the owner of a new organization. */
export async function makeUser(): Promise<SignedInUser> {
  const { id } = await db().organization.create({ data: { id: newId(), name: signUpInput().organization.name } });
  return makeMember(id, 'owner');
}

/** Signs in another user, who has a role in the actor's organization and no other one. */
export const makeColleague = ({ organizationId }: Actor, role: Role): Promise<SignedInUser> =>
  makeMember(organizationId, role);

/** The user behind an auth session's token. */
export async function authenticateUser(token: string): Promise<UserActor> {
  const actor = await authenticate(token);
  if (actor.userId === undefined) throw new Error('not a user');
  return actor;
}

/** Creates an API token of the actor's organization that never expires. */
export async function makeApiToken(
  admin: Actor,
  access: ApiTokenAccess,
): Promise<{ actor: TokenActor; token: string }> {
  const { token } = await createApiToken(admin, { name: `May ${access}`, access, expires_at: null });
  const actor = await authenticate(token);
  if (actor.apiTokenId === undefined) throw new Error('not an API token');
  return { actor, token };
}

export const makeEvent = (actor: Actor, name = 'Summer Festival'): Promise<Event> => createEvent(actor, { name });

/** A stream that is off, in `eventId` or in an event of its own. */
export async function makeStream(actor: Actor, { name = 'Camera 1', eventId = '' } = {}): Promise<Stream> {
  return createStream(actor, { name, eventId: eventId || (await makeEvent(actor)).id });
}
