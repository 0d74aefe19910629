import { beforeEach, expect, test } from 'vitest';
import { PUT as reportCamera } from '@/app/api/v1/camera/report/route';
import { POST as joinAsCamera } from '@/app/api/v1/camera/route';
import type { CameraStateJson, JoinedCameraJson } from '@/lib/contracts/phones';
import { db } from '@/lib/platform/db/db';
import { endAbsentPhones } from '@/lib/use-cases/phones/absent-phones';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { call } from '../../support/api/api';
import { makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let secret: string;

beforeEach(async () => {
  user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id } = await createCameraInvite(user.actor, eventId, { label: 'Balcony', maxUses: 1, expiresAt });
  secret = newCameraInviteSecret(id);
});

const join = async (device_secret?: string) => {
  const body = { camera: { secret, person: 'Grace', device_secret } };
  return ((await call(joinAsCamera, { method: 'POST', body })).body as { data: JoinedCameraJson }).data;
};
const report = async (device_secret: string) => {
  const { body } = await call(reportCamera, { method: 'PUT', body: { camera: { device_secret } } });
  return (body as { data: CameraStateJson }).data.attributes;
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const read = (id: string) => db().stream.findUniqueOrThrow({ where: { id } });
/** A camera that was lost, and whose phone reported last, so many minutes ago. */
const goneFor = async (lostMinutes: number, reportedMinutes = lostMinutes) => {
  const { id, attributes } = await join();
  await db().stream.update({
    where: { id },
    data: { status: 'active', signal: 'lost', lostAt: minutesAgo(lostMinutes) },
  });
  await db().phone.update({ where: { streamId: id }, data: { reportedAt: minutesAgo(reportedMinutes) } });
  return { id, device: attributes.device_secret };
};

test('a phone that has gone is turned off after five minutes, says why, and is on again with the first report', async () => {
  const { id, device } = await goneFor(6);
  await endAbsentPhones();
  expect((await read(id)).status).toBe('stopping');
  const lines = await db().streamIncident.findMany({ where: { streamId: id } });
  expect(lines.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('the phone was away for 5 minutes'),
  );
  await report(device);
  expect((await read(id)).status).toBe('provisioning');
  expect((await report(device)).is_on).toBe(true);
});

test('a phone that has gone is on again when its page is opened again', async () => {
  const { id, device } = await goneFor(6);
  await endAbsentPhones();
  expect(await join(device)).toMatchObject({ id, attributes: { is_on: true } });
});

test('a phone that has gone stays off when a member has turned it on and off since', async () => {
  const { id, device } = await goneFor(6);
  await endAbsentPhones();
  await startStream(user.actor, id);
  await stopStream(user.actor, id);
  expect((await report(device)).is_on).toBe(false);
});

test.each<[string, number, number]>([
  ['has gone just now', 2, 2],
  ['still reports', 6, 0],
  ['had left its picture to another app before', 6, 60],
])('a phone is left on when it %s', async (_, lostMinutes, reportedMinutes) => {
  const { id } = await goneFor(lostMinutes, reportedMinutes);
  await endAbsentPhones();
  expect((await read(id)).status).toBe('active');
});
