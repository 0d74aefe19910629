import { expect, test } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { encodeToken } from '@/lib/auth/token';
import { db } from '@/lib/platform/db/db';
import { makeUser } from '../../support/api/factories';

test('of many who ask at once each gets their own answer', async () => {
  const [ada, ben, gone] = [await makeUser(), await makeUser(), await makeUser()];
  await db().authSession.update({ where: { id: gone.actor.sessionId }, data: { revokedAt: new Date() } });
  // Made with our secret, but of a session of somebody else.
  const mixed = await encodeToken({ ...ada.actor, sessionId: ben.actor.sessionId });
  const tokens = [ada.token, gone.token, ben.token, mixed, 'garbage', ada.token];
  const answers = await Promise.allSettled([...tokens, ...tokens].map(authenticate));
  const whos = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.userId : answer.reason.code));
  const expected = [
    ada.actor.userId,
    'unauthorized',
    ben.actor.userId,
    'unauthorized',
    'unauthorized',
    ada.actor.userId,
  ];
  expect(whos).toEqual([...expected, ...expected]);
});

test('a session that is revoked is refused at the next question', async () => {
  const { token, actor } = await makeUser();
  await Promise.all([authenticate(token), authenticate(token)]);
  await db().authSession.update({ where: { id: actor.sessionId }, data: { revokedAt: new Date() } });
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
});
