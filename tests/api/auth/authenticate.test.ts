import { expect, test } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { encodeToken } from '@/lib/auth/token';
import { db } from '@/lib/platform/db/db';
import { makeUser } from '../../support/api/factories';

test('concurrent requests each get the actor of their own token', async () => {
  const [ada, ben, gone] = [await makeUser(), await makeUser(), await makeUser()];
  await db().authSession.update({ where: { id: gone.actor.authSessionId }, data: { revokedAt: new Date() } });
  // Encrypted with our secret, but with another user's auth session.
  const mixed = await encodeToken({ ...ada.actor, authSessionId: ben.actor.authSessionId });
  const tokens = [ada.token, gone.token, ben.token, mixed, 'garbage', ada.token];
  const answers = await Promise.allSettled([...tokens, ...tokens].map(authenticate));
  const actors = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.userId : answer.reason.code));
  const expected = [
    ada.actor.userId,
    'unauthorized',
    ben.actor.userId,
    'unauthorized',
    'unauthorized',
    ada.actor.userId,
  ];
  expect(actors).toEqual([...expected, ...expected]);
});

test('a revoked auth session is refused at the next request', async () => {
  const { token, actor } = await makeUser();
  await Promise.all([authenticate(token), authenticate(token)]);
  await db().authSession.update({ where: { id: actor.authSessionId }, data: { revokedAt: new Date() } });
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
});
