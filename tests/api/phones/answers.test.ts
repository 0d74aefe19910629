import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { PUT as reportCamera } from '@/app/api/v1/camera/report/route';
import { POST as joinAsCamera } from '@/app/api/v1/camera/route';
import { GET as listCrew } from '@/app/api/v1/events/[id]/crew/route';
import type { CrewPhoneJson, JoinedCameraJson } from '@/lib/contracts/phones';
import { db } from '@/lib/platform/db/db';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import type { Event } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
let id: string;
let device_secret: string;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const invite = await createCameraInvite(user.actor, event.id, { label: 'Balcony', maxUses: 1, expiresAt });
  const camera = { secret: newCameraInviteSecret(invite.id), person: 'Grace' };
  const { body } = await call(joinAsCamera, { method: 'POST', body: { camera } });
  const { data } = body as { data: JoinedCameraJson };
  ({ id } = data);
  ({ device_secret } = data.attributes);
});

const report = (more: object = {}) =>
  call(reportCamera, { method: 'PUT', body: { camera: { device_secret, ...more } } });
const seen = async () => {
  const { body } = await call(listCrew, { token: user.token, params: { id: event.id } });
  return (body as { data: CrewPhoneJson[] }).data[0]?.attributes;
};

test('a director sees that a phone is muted, and what its person says, once for each id', async () => {
  await report();
  expect(await seen()).toMatchObject({ is_muted: null, has_stopped: false, answer: null });
  const answer = { id: randomUUID(), text: ' Battery is low ' };
  expect((await report({ is_muted: true, answer })).status).toBe(200);
  const told = await seen();
  expect(told).toMatchObject({ is_muted: true, answer: { text: 'Battery is low', sent_at: expect.any(String) } });
  await report({ is_muted: false, answer: { ...answer, text: 'Repeated' } });
  expect(await seen()).toMatchObject({ is_muted: false, answer: told?.answer });
  await report({ answer: { id: randomUUID(), text: 'Yes' } });
  expect(await seen()).toMatchObject({ answer: { text: 'Yes' } });
  expect(await report({ answer: { id: randomUUID(), text: 'a\nb' } })).toMatchObject({ status: 422 });
  expect(await report({ answer: { id: 'mine', text: 'Yes' } })).toMatchObject({ status: 422 });
});

test('a person who stops filming turns the camera off, and on again; one that a member turned off stays off', async () => {
  const status = async () => (await db().stream.findUniqueOrThrow({ where: { id } })).status;
  const stop = () => report({ has_stopped: true });
  const film = () => report();
  await film();
  expect(await status()).toBe('provisioning');
  expect((await stop()).status).toBe(200);
  expect(['stopping', 'stopped']).toContain(await status());
  expect((await seen())?.has_stopped).toBe(true);
  const line = await db().streamIncident.findFirst({ where: { streamId: id }, orderBy: { occurredAt: 'desc' } });
  expect(line?.message).toBe('Switched off: the person with the phone has stopped filming.');
  await stop();
  await film();
  expect(await status()).toBe('provisioning');
  expect((await seen())?.has_stopped).toBe(false);
  await stopStream(user.actor, id);
  await stop();
  await film();
  expect(['stopping', 'stopped']).toContain(await status());
});
