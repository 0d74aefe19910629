import { expect, test } from 'vitest';
import type { TokenActor, UserActor } from '@/lib/auth/actor';
import { AppError } from '@/lib/core/errors';
import { defineUseCase } from './define-use-case';

const user = (role: UserActor['role']): UserActor => ({
  userId: 'u',
  organizationId: 'o',
  authSessionId: 's',
  authSessionExpiresAt: new Date(0),
  role,
});
const token: TokenActor = {
  apiTokenId: 't',
  organizationId: 'o',
  apiTokenExpiresAt: null,
  access: 'write',
  role: 'member',
};

test('a use case runs for an actor with the right alone', async () => {
  const ran: string[] = [];
  const stop = defineUseCase({ action: 'streams.stop', audit: 'streams.stop' }, async ({ actor }, id: string) => {
    ran.push(`${actor.organizationId} ${id}`);
    return id.length;
  });
  expect(await stop(user('member'), 'abc')).toBe(3);
  expect(await stop(token, 'de')).toBe(2);
  await expect(stop(user('viewer'), 'f')).rejects.toBeInstanceOf(AppError);
  expect(ran).toEqual(['o abc', 'o de']);
});

test('the types ask for the audit record of a change, and narrow the actor to a user where no token may act', async () => {
  // @ts-expect-error streams.start changes something and declares no line
  defineUseCase({ action: 'streams.start' }, async () => undefined);
  defineUseCase({ action: 'streams.start', audit: 'streams.start' }, async ({ actor }) => {
    // @ts-expect-error an API token may do it, and has no user
    const userId: string = actor.userId;
    return userId;
  });
  // @ts-expect-error an action that is not in the table
  defineUseCase({ action: 'streams.explode' }, async () => undefined);
  defineUseCase({ action: 'presets.delete' }, async ({ record }) => {
    // @ts-expect-error nothing may be recorded that is not declared
    record?.(null, { id: 'p' });
  });
  const ofUser = defineUseCase({ action: 'plan.read' }, async ({ actor }): Promise<string> => actor.userId);
  expect(await ofUser(user('member'))).toBe('u');
  await expect(ofUser(token)).rejects.toThrow('No API token can do this: it takes a person who is signed in.');
});
