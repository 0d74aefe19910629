import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { POST as createApiToken } from '@/app/api/v1/api_tokens/route';
import { POST as createCameraInvite } from '@/app/api/v1/events/[id]/camera_invites/route';
import { POST as messageCrew } from '@/app/api/v1/events/[id]/crew/messages/route';
import { POST as createPreset } from '@/app/api/v1/events/[id]/presets/route';
import { PATCH as updateEvent } from '@/app/api/v1/events/[id]/route';
import { POST as createEvent } from '@/app/api/v1/events/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import { db } from '@/lib/platform/db/db';
import { forgetKeptAnswers } from '@/lib/platform/kept-answer';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite as makeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import type { Event } from '@/prisma/generated/client';
import { call } from '../support/api/api';
import { makeApiToken, makeColleague, makeEvent, makeUser, type SignedInUser } from '../support/api/factories';
import { untilWaitingForLocks } from '../support/until-waiting-for-locks';

let user: SignedInUser;
let key: string;

beforeEach(async () => {
  user = await makeUser();
  key = randomUUID();
});

const headersOf = (value = key) => ({ 'idempotency-key': value });
const create = (name = 'Gala', { token = user.token, value = key } = {}) =>
  call(createEvent, { method: 'POST', token, headers: headersOf(value), body: { event: { name } } });
const countEvents = (name = 'Gala', { actor } = user) =>
  db().event.count({ where: { organizationId: actor.organizationId, name } });
const kept = () => db().keptAnswer.findFirstOrThrow({ where: { organizationId: user.actor.organizationId } });
/** Makes the kept answer older. */
const age = (minutes: number, data: object = {}) =>
  db().keptAnswer.updateMany({
    where: { organizationId: user.actor.organizationId },
    data: { begunAt: new Date(Date.now() - minutes * 60_000), ...data },
  });
const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error.code;

const expiresAt = new Date(Date.now() + 3_600_000);
const invite = (event: Event, token = user.token) =>
  call(createCameraInvite, {
    method: 'POST',
    token,
    params: { id: event.id },
    headers: headersOf(),
    body: { camera_invite: { label: 'Balcony', max_uses: 1, expires_at: expiresAt.toISOString() } },
  });
const countInvites = (event: Event) => db().cameraInvite.count({ where: { eventId: event.id } });

/** Works while calls that create an invite of this event wait. */
const whileInvitesWait = <Result>(event: Event, work: () => Promise<Result>): Promise<Result> =>
  db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${event.id}::uuid FOR NO KEY UPDATE`;
    return work();
  });

describe('a call that creates something and is repeated with its key', () => {
  test('gets the first answer, and creates nothing', async () => {
    const first = await create();
    const again = await create();
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await countEvents()).toBe(1);
  });

  test('may quote the key, as the draft has it', async () => {
    const first = await create();
    expect((await create('Gala', { value: `"${key}"` })).body).toEqual(first.body);
  });

  test('creates one thing, though it is made several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await countEvents()).toBe(1);
    expect((await create()).status).toBe(201);
  });

  test('is refused while the first one runs', async () => {
    const event = await makeEvent(user.actor);
    const { first, second } = await whileInvitesWait(event, async () => {
      const first = invite(event);
      await untilWaitingForLocks(1);
      return { first, second: await invite(event) };
    });
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(second.headers.get('retry-after')).toBe('1');
    const { body } = await first;
    expect((await invite(event)).body).toEqual(body);
    expect(await countInvites(event)).toBe(1);
  });

  test('with another body, or at another address, is refused', async () => {
    await create();
    const other = await create('Another gala');
    expect([other.status, codeOf(other)]).toEqual([422, 'invalid_input']);
    const stream = { name: 'Camera 1' };
    const elsewhere = await call(createStream, {
      method: 'POST',
      token: user.token,
      headers: headersOf(),
      body: { stream },
    });
    expect(elsewhere.status).toBe(422);
    expect(await countEvents('Another gala')).toBe(0);
  });

  test('is another user’s own, also in the same organization', async () => {
    const colleague = await makeColleague(user.actor, 'member');
    const stranger = await makeUser();
    const ids = await Promise.all([
      create(),
      create('Gala', { token: colleague.token }),
      create('Gala', { token: stranger.token }),
    ]);
    expect(ids.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([await countEvents(), await countEvents('Gala', stranger)]).toEqual([2, 1]);
  });

  test('works with an API token', async () => {
    const { token } = await makeApiToken(user.actor, 'write');
    const first = await create('Gala', { token });
    expect((await create('Gala', { token })).body).toEqual(first.body);
    expect(await countEvents()).toBe(1);
  });

  test('is refused to an actor whose rights have changed since', async () => {
    const colleague = await makeColleague(user.actor, 'member');
    await create('Gala', { token: colleague.token });
    const where = { userId: colleague.actor.userId, organizationId: user.actor.organizationId };
    await db().membership.updateMany({ where, data: { role: 'viewer' } });
    expect((await create('Gala', { token: colleague.token })).status).toBe(403);
  });

  test('gets a secret again, of which the database has nothing to read', async () => {
    const make = () =>
      call(createApiToken, {
        method: 'POST',
        token: user.token,
        headers: headersOf(),
        body: { api_token: { name: 'Companion', access: 'write', expires_at: null } },
      });
    const first = await make();
    expect(first.status).toBe(201);
    const [secret = ''] = /sl_\w+/.exec(JSON.stringify(first.body)) ?? [];
    expect(secret).not.toBe('');
    expect((await make()).body).toEqual(first.body);
    expect(JSON.stringify(await kept())).not.toContain(secret);
    expect(JSON.stringify(await kept())).not.toContain(key);
  });

  test('without an answer in JSON gets none again', async () => {
    const event = await makeEvent(user.actor);
    const { id } = await makeCameraInvite(user.actor, event.id, { label: 'Balcony', maxUses: 1, expiresAt });
    const secret = newCameraInviteSecret(id);
    await joinAsCamera({ secret, person: 'Grace' }, { address: '', userAgent: '' });
    const say = () =>
      call(messageCrew, {
        method: 'POST',
        token: user.token,
        params: { id: event.id },
        headers: headersOf(),
        body: { message: { text: 'Closer' } },
      });
    const messageId = async () => (await db().phone.findFirstOrThrow({ where: { eventId: event.id } })).messageId;
    expect((await say()).status).toBe(204);
    const said = await messageId();
    const again = await say();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([204, 'true']);
    expect(await messageId()).toBe(said);
  });
});

test('a call that failed can be made again with its key', async () => {
  const event = await makeEvent(user.actor);
  const preset = { name: 'Front', layout: 'auto', order: [], hides_off: false, solo: null };
  const make = (value: string) =>
    call(createPreset, {
      method: 'POST',
      token: user.token,
      params: { id: event.id },
      headers: headersOf(value),
      body: { preset },
    });
  expect((await make(randomUUID())).status).toBe(201);
  expect((await make(key)).status).toBe(409);
  await db().multiviewPreset.deleteMany({ where: { eventId: event.id } });
  expect((await make(key)).status).toBe(201);
});

describe('a call whose process has died', () => {
  test('is made again, and changes nothing if it lives after all', async () => {
    const event = await makeEvent(user.actor);
    const { first, second } = await whileInvitesWait(event, async () => {
      const first = invite(event);
      await untilWaitingForLocks(1);
      await age(2);
      const second = invite(event);
      await untilWaitingForLocks(2);
      return { first, second };
    });
    expect(await first).toMatchObject({ status: 409 });
    expect(await second).toMatchObject({ status: 201 });
    expect(await countInvites(event)).toBe(1);
  });

  test('after its change says that its answer is lost, and creates nothing', async () => {
    await create();
    expect((await kept()).changedAt).not.toBeNull();
    await age(2, { status: null, body: null });
    const again = await create();
    expect(again).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('is lost') } } });
    expect(await countEvents()).toBe(1);
  });
});

test('an answer is kept for a day', async () => {
  await create();
  await age(23 * 60);
  await forgetKeptAnswers();
  expect((await create()).headers.get('idempotency-replayed')).toBe('true');
  await age(25 * 60);
  expect((await create()).headers.get('idempotency-replayed')).toBeNull();
  expect(await countEvents()).toBe(2);
  await age(25 * 60);
  expect(await forgetKeptAnswers()).toBeGreaterThan(0);
  expect(await db().keptAnswer.count({ where: { organizationId: user.actor.organizationId } })).toBe(0);
});

test.each(['', 'two words', '"', 'ü', 'x'.repeat(256)])('the key “%s” is refused', async (value) => {
  const answer = await create('Gala', { value });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { errors: { 'Idempotency-Key': [expect.any(String)] } } },
  });
});

test('calls that create nothing leave the header alone', async () => {
  const event = await makeEvent(user.actor);
  for (const name of ['One', 'Two']) {
    const answer = await call(updateEvent, {
      method: 'PATCH',
      token: user.token,
      params: { id: event.id },
      headers: headersOf(),
      body: { event: { name } },
    });
    expect(answer.status).toBe(200);
  }
});
