import { expect, test } from 'vitest';
import { GET as listStreams } from '@/app/api/v1/streams/route';
import { authenticate } from '@/lib/auth/authenticate';
import { encodeToken } from '@/lib/auth/token';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
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

test('a header of any other form than Bearer and a token lets nobody in, whatever is around a right token', async () => {
  const { token, actor } = await makeUser();
  const basic = Buffer.from(`${actor.userId}:${token}`).toString('base64');
  const wrong = [
    ...['', ' ', 'Bearer', 'Bearer ', 'null', 'Bearer null', 'Bearer undefined', '" OR 1=1', token, `Bearer${token}`],
    ...[`Basic ${token}`, `Basic ${basic}`, `Token ${token}`, `Digest ${token}`, `Negotiate ${token}`, `JWT ${token}`],
    ...[`Bearer "${token}"`, `Bearer ${token},`, `Bearer ${token} x`, `Bearer x ${token}`, `Bearer x, Bearer ${token}`],
    ...[`Bearer ${token}, Bearer ${token}`, `Bearer ${token}.`, `Bearer ${token.slice(0, -1)}`, 'Bearer e30.e30.'],
    ...[`Bearer ${'x'.repeat(16_000)}`, `Bearer\t${token}`, `x Bearer ${token}`, `Bearer token=${token}`],
  ];
  const ask = (authorization: string) => call(listStreams, { headers: { authorization } });
  for (const authorization of wrong) {
    const form = authorization.replaceAll(token, 'TOKEN').slice(0, 60);
    expect((await ask(authorization)).status, form).toBe(401);
  }
  // RFC 7235: the scheme in any case, and one space or more.
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) expect((await ask(scheme + token)).status).toBe(200);
});
