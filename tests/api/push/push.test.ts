import { beforeEach, expect, test } from 'vitest';
import * as push from '@/app/api/v1/push/route';
import * as testing from '@/app/api/v1/push/test/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeUser, type SignedInUser } from '../../support/api/factories';
import { newDevice } from '../../support/push/push-device';

let user: SignedInUser;
beforeEach(async () => {
  user = await makeUser();
}, 30_000);

const read = ({ token } = user) => call(push.GET, { token });
const set = (input: object, { token } = user) => call(push.PUT, { method: 'PUT', token, body: { push: input } });

test('a device subscribes, changes its choice, is tested, and ends that', async () => {
  const before = (await read()).body as { data: { attributes: { public_key: string } } };
  expect(before).toMatchObject({
    data: { attributes: { public_key: expect.stringMatching(/^[\w-]{87}$/), kinds: null } },
  });
  const { input } = newDevice();
  expect((await set(input)).body).toMatchObject({
    data: { attributes: { kinds: ['lost_on_air'], endpoint: input.endpoint } },
  });
  const kinds = ['picture_black', 'camera_lost'];
  expect((await set({ ...input, kinds })).body).toMatchObject({ data: { attributes: { kinds } } });
  expect((await call(testing.POST, { method: 'POST', token: user.token })).status).toBe(204);
  const subscription = { endpoint: input.endpoint };
  expect(await db().pushMessage.count({ where: { subscription } })).toBe(1);
  expect((await call(push.DELETE, { method: 'DELETE', token: user.token })).status).toBe(204);
  expect(await db().pushMessage.count({ where: { subscription } })).toBe(0);
  expect((await call(testing.POST, { method: 'POST', token: user.token })).status).toBe(404);
  // The installation's keys are made once.
  expect(((await read()).body as typeof before).data.attributes.public_key).toBe(before.data.attributes.public_key);
});

test('the private key lies encrypted in the database', async () => {
  await read();
  const { publicKey, privateKey } = await db().pushKey.findFirstOrThrow();
  expect(publicKey).toMatch(/^[\w-]{87}$/);
  expect(Buffer.from(privateKey, 'base64url').length).toBeGreaterThan(60);
});

test('a device is that of the person who subscribed it last', async () => {
  const colleague = await makeColleague(user.actor, 'member');
  const { input } = newDevice();
  await set(input);
  await set(input, colleague);
  expect((await read()).body).toMatchObject({ data: { attributes: { kinds: null } } });
  expect((await read(colleague)).body).toMatchObject({ data: { attributes: { kinds: ['lost_on_air'] } } });
});

test.each([
  ['this machine', { endpoint: 'https://127.0.0.1/send' }, 'push.endpoint'],
  ['a private network', { endpoint: 'https://192.168.1.4/send' }, 'push.endpoint'],
  ['a cloud’s metadata', { endpoint: 'https://169.254.169.254/' }, 'push.endpoint'],
  ['no encryption', { endpoint: 'http://push.example.com/' }, 'push.endpoint'],
  ['no address', { endpoint: 'push' }, 'push.endpoint'],
  ['a key of another length', { p256dh: 'AAAA' }, 'push.p256dh'],
  ['no alarm', { kinds: [] }, 'push.kinds'],
  ['an unknown alarm', { kinds: ['coffee'] }, 'push.kinds[0]'],
])('a device with %s is refused', async (_, changes, field) => {
  const { status, body } = await set({ ...newDevice().input, ...changes });
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: { errors: { [field]: [expect.any(String)] } } });
});

test('an API token has no device', async () => {
  const { token } = await makeApiToken(user.actor, 'write');
  expect((await call(push.GET, { token })).status).toBe(403);
});
