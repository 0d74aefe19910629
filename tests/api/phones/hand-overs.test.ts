import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { POST as handOverCamera } from '@/app/api/v1/camera/hand_overs/route';
import { PUT as reportCamera } from '@/app/api/v1/camera/report/route';
import { POST as joinAsCamera } from '@/app/api/v1/camera/route';
import { POST as findCameraInvite } from '@/app/api/v1/camera_invites/find/route';
import { POST as createHandOver } from '@/app/api/v1/streams/[id]/hand_overs/route';
import { handedOverSentence } from '@/lib/contracts/hand-over';
import type { HandOverJson, JoinedCameraJson } from '@/lib/contracts/phones';
import { clientAddressHeader } from '@/lib/http/client-address';
import { db } from '@/lib/platform/db/db';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite, revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { isWelcomePhone } from '@/lib/use-cases/phones/phones';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { type Answer, call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';
import { until } from '../../support/until';

const bus = recordBus();
const newSecret = () => randomBytes(32).toString('base64url');
const gone = (message: string) => ({ status: 410, body: { error: { code: 'gone', message } } });
const used = gone('This code was used. Ask for a new one.');

let user: SignedInUser;
let inviteId: string;
/** The link's secret of the invite. */
let link: string;
/** The phone that is the camera. */
let old: JoinedCameraJson;

const join = (camera: object, address = newAddress()) =>
  call(joinAsCamera, {
    method: 'POST',
    headers: { [clientAddressHeader]: address },
    body: { camera: { person: 'Grace', ...camera } },
  });
const cameraOf = ({ body }: Answer) => (body as { data: JoinedCameraJson }).data;
const find = (secret: string, address = newAddress()) =>
  call(findCameraInvite, {
    method: 'POST',
    headers: { [clientAddressHeader]: address },
    body: { camera_invite: { secret } },
  });
const report = (device_secret: string) =>
  call(reportCamera, { method: 'PUT', body: { camera: { device_secret, battery_percent: 50 } } });
const handOver = (headers = {}) =>
  call(createHandOver, { method: 'POST', token: user.token, headers, params: { id: old.id } });
const handOverByPhone = (device_secret: string) =>
  call(handOverCamera, { method: 'POST', body: { camera: { device_secret } } });
const madeOf = ({ body }: Answer) => (body as { data: HandOverJson }).data;
const newCode = async () => madeOf(await handOver()).attributes.code;
const takeOver = (secret: string, device_secret = newSecret(), more = {}) =>
  join({ secret, device_secret, person: 'Mary', ...more });

beforeEach(async () => {
  user = await makeUser();
  const event = await makeEvent(user.actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  ({ id: inviteId } = await createCameraInvite(user.actor, event.id, { label: 'Balcony', maxUses: 1, expiresAt }));
  link = newCameraInviteSecret(inviteId);
  old = cameraOf(await join({ secret: link, device_secret: newSecret() }));
  // The first request of the file loads what the server is made of.
}, 60_000);

describe('a code', () => {
  test('is short, comes once, and is kept as a hash alone', async () => {
    const made = await handOver({ 'Idempotency-Key': 'one' });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { attributes: { stream_id: old.id, code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) } } },
    });
    const { code, path, expires_at } = madeOf(made).attributes;
    expect(path).toBe(`/camera#${code.replace('-', '')}`);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
    expect((await handOver({ 'Idempotency-Key': 'one' })).body).toEqual(made.body);
    const rows = JSON.stringify(await db().phoneHandOver.findMany({ where: { phone: { streamId: old.id } } }));
    expect(rows).not.toContain(code.replace('-', ''));
    const action = 'phones.hand_over';
    expect(await db().auditEntry.count({ where: { thingId: old.id, action } })).toBe(1);
  });

  test('says whose camera it hands over, however it is typed', async () => {
    const code = await newCode();
    const opened = { invited_by: 'Ada Lovelace', label: 'Balcony', hands_over: true };
    for (const typed of [code, code.toLowerCase(), code.replace('-', ' ')]) {
      expect(await find(typed)).toMatchObject({ status: 200, body: { data: { attributes: opened } } });
    }
  });

  test('of the phone itself does the same, and replaces the one before', async () => {
    const first = await newCode();
    const made = await handOverByPhone(old.attributes.device_secret);
    expect(made.status).toBe(201);
    const opened = { invited_by: 'Grace', hands_over: true };
    expect(await find(madeOf(made).attributes.code)).toMatchObject({ body: { data: { attributes: opened } } });
    expect((await find(first)).status).toBe(404);
  });

  test('is not made for a camera that is no phone, nor by a phone that is no camera', async () => {
    const { id } = await makeStream(user.actor);
    expect(await call(createHandOver, { method: 'POST', token: user.token, params: { id } })).toMatchObject({
      status: 409,
    });
    expect((await handOverByPhone(newSecret())).status).toBe(410);
  });

  test('cannot be guessed for long from one network', async () => {
    const address = newAddress();
    const code = await newCode();
    for (let count = 0; count < 30; count++) expect((await find('00000000', address)).status).toBe(404);
    expect((await find('00000000', address)).status).toBe(429);
    expect((await join({ secret: code, device_secret: newSecret() }, address)).status).toBe(429);
    expect((await find(code)).status).toBe(200);
  });
});

describe('another phone by a code', () => {
  test('is the same camera, and the phone before hears that it is not', async () => {
    const code = await newCode();
    await report(old.attributes.device_secret);
    const device_secret = newSecret();
    const next = cameraOf(await takeOver(code, device_secret));
    expect(next).toMatchObject({ id: old.id, attributes: { name: 'Balcony', is_on: true, device_secret } });
    expect(next.attributes.whip_path).not.toBe(old.attributes.whip_path);
    expect(await db().phone.findUniqueOrThrow({ where: { streamId: old.id } })).toMatchObject({
      person: 'Mary',
      batteryPercent: null,
      reportedAt: null,
    });
    expect(await report(old.attributes.device_secret)).toMatchObject(gone(handedOverSentence));
    // Its page asks for its camera again, with the secret that it had.
    expect(await join({ secret: link, device_secret: old.attributes.device_secret })).toMatchObject(
      gone(handedOverSentence),
    );
    expect(await handOverByPhone(old.attributes.device_secret)).toMatchObject(gone(handedOverSentence));
    expect((await report(device_secret)).status).toBe(200);
    const line = { thingId: old.id, action: 'phones.take_over', detail: 'for Mary' };
    expect(await db().auditEntry.count({ where: line })).toBe(1);
    const isTold = () => bus.some((message) => message.type === 'phone_handed_over' && message.streamId === old.id);
    await until('the hand-over is announced', isTold);
  });

  test('repeats a call whose answer was lost, and loads its page again', async () => {
    const code = await newCode();
    const device_secret = newSecret();
    const answers = await Promise.all(Array.from({ length: 3 }, () => takeOver(code, device_secret)));
    answers.push(await takeOver(code, device_secret));
    for (const answer of answers) expect(cameraOf(answer)).toMatchObject({ id: old.id, attributes: { device_secret } });
    expect(await db().auditEntry.count({ where: { thingId: old.id, action: 'phones.take_over' } })).toBe(1);
  });

  test('takes it once: others are refused', async () => {
    const code = await newCode();
    const answers = await Promise.all([takeOver(code), takeOver(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await takeOver(code)).toMatchObject(used);
    expect(await find(code)).toMatchObject(used);
  });

  test('hands it on, and each phone before hears so', async () => {
    const second = newSecret();
    await takeOver(await newCode(), second);
    await takeOver(await newCode());
    for (const secret of [old.attributes.device_secret, second]) {
      expect(await report(secret)).toMatchObject(gone(handedOverSentence));
    }
  });

  test('leaves a camera off that the director has turned off', async () => {
    await stopStream(user.actor, old.id);
    expect(cameraOf(await takeOver(await newCode())).attributes.is_on).toBe(false);
  });

  test('sends by its page where an app sent before, and the app’s key ends', async () => {
    const { device_secret } = old.attributes;
    const { attributes } = cameraOf(await join({ secret: link, device_secret, source_kind: 'srt' }));
    const next = cameraOf(await takeOver(await newCode(), newSecret(), { source_kind: 'phone' }));
    expect(next.attributes).toMatchObject({ srt: null, whip_path: expect.any(String) });
    expect(await db().stream.count({ where: { streamKey: attributes.srt?.stream_key ?? '' } })).toBe(0);
  });

  test('stays in its rooms, where tokens from before open nothing', async () => {
    await takeOver(await newCode());
    const { usedAt } = await db().phoneHandOver.findFirstOrThrow({ where: { phone: { streamId: old.id } } });
    const usedMs = usedAt?.getTime() ?? 0;
    expect(await isWelcomePhone(old.id, usedMs - 1_000)).toBe(false);
    expect(await isWelcomePhone(old.id, usedMs - (usedMs % 1_000))).toBe(true);
  });

  test.each<[string, (code: string) => Promise<unknown>, number]>([
    [
      'is ten minutes old',
      () => db().phoneHandOver.updateMany({ where: { phone: { streamId: old.id } }, data: { expiresAt: new Date() } }),
      410,
    ],
    ['belongs to a revoked invite', () => revokeCameraInvite(user.actor, inviteId), 410],
    ['belongs to a deleted camera', () => deleteStream(user.actor, old.id), 404],
    [
      'is older than a change of the source',
      () => join({ secret: link, device_secret: old.attributes.device_secret, source_kind: 'srt' }),
      404,
    ],
  ])('is refused where the code %s', async (_, end, status) => {
    const code = await newCode();
    await end(code);
    expect((await find(code)).status).toBe(status);
    expect((await takeOver(code)).status).toBe(status);
  });
});
