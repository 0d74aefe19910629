import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { PUT as reportCamera } from '@/app/api/v1/camera/report/route';
import { POST as joinAsCamera } from '@/app/api/v1/camera/route';
import { POST as findCameraInvite } from '@/app/api/v1/camera_invites/find/route';
import { POST as messageCrew } from '@/app/api/v1/events/[id]/crew/messages/route';
import { PUT as setReturn } from '@/app/api/v1/events/[id]/crew/return/route';
import { GET as listCrew } from '@/app/api/v1/events/[id]/crew/route';
import { POST as openTalkback } from '@/app/api/v1/events/[id]/talkback/route';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import type { CameraStateJson, CrewPhoneJson, JoinedCameraJson, TalkbackJson } from '@/lib/contracts/phones';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { clientAddressHeader } from '@/lib/http/client-address';
import { db } from '@/lib/platform/db/db';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite, revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { reportTally } from '@/lib/use-cases/tally/report-tally';
import { createTallySource } from '@/lib/use-cases/tally/tally-sources';
import type { CameraInvite, Event } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeColleague, makeEvent, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';
import { untilWaitingForLocks } from '../../support/until-waiting-for-locks';

let user: SignedInUser;
let event: Event;
let invite: CameraInvite;
let secret: string;

const makeInvite = (maxUses = 1) =>
  createCameraInvite(user.actor, event.id, {
    label: 'Balcony',
    maxUses,
    expiresAt: new Date(Date.now() + 3_600_000),
  });

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  invite = await makeInvite();
  secret = newCameraInviteSecret(invite.id);
});

const find = (of = secret, address = newAddress()) =>
  call(findCameraInvite, {
    method: 'POST',
    headers: { [clientAddressHeader]: address },
    body: { camera_invite: { secret: of } },
  });
const join = (camera: object = {}) =>
  call(joinAsCamera, { method: 'POST', body: { camera: { secret, person: 'Grace', ...camera } } });
const cameraOf = ({ body }: Answer) => (body as { data: JoinedCameraJson }).data;
const report = (device_secret: string, more: object = {}) =>
  call(reportCamera, { method: 'PUT', body: { camera: { device_secret, ...more } } });
const stateOf = ({ body }: Answer) => (body as { data: CameraStateJson }).data.attributes;
const crew = async () =>
  ((await call(listCrew, { token: user.token, params: { id: event.id } })).body as { data: CrewPhoneJson[] }).data;
const say = (text: string, stream_id: string | null = null, { token } = user) =>
  call(messageCrew, { method: 'POST', token, params: { id: event.id }, body: { message: { text, stream_id } } });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const change = (data: object) => db().cameraInvite.update({ where: { id: invite.id }, data });
const gone = (message: string) => ({ status: 410, body: { error: { code: 'gone', message } } });

test('analytics know a phone by its browser', async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const headers = { 'user-agent': agent };
  const { status } = await call(joinAsCamera, {
    method: 'POST',
    headers,
    body: { camera: { secret, person: 'Grace' } },
  });
  expect(status).toBe(200);
  const { sender } = await db().stream.findFirstOrThrow({ where: { eventId: event.id } });
  expect(sender).toBe('Safari on iPhone');
});

test('the holder of a link reads who invites to what, and takes no place by it', async () => {
  const opened = {
    event_name: event.name,
    organization_name: expect.any(String),
    invited_by: 'Ada Lovelace',
    label: 'Balcony',
  };
  for (let count = 0; count < 2; count++) {
    expect(await find()).toMatchObject({ status: 200, body: { data: { attributes: opened } } });
  }
});

test('an unknown secret, one of a deleted event and a cut one are answered alike', async () => {
  await db().event.delete({ where: { id: event.id } });
  const answers = await Promise.all([find('unknown'), find(secret), find(secret.slice(1))]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await join()).status).toBe(404);
});

describe('a phone that joins', () => {
  test('is a new camera of the event, on, of whom only hashes of secrets are kept', async () => {
    const joined = await join();
    const { id, attributes } = cameraOf(joined);
    expect(joined.status).toBe(200);
    expect(attributes).toMatchObject({
      name: 'Balcony',
      event_name: event.name,
      is_on: true,
      tally: null,
      message: null,
    });
    const stream = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(attributes.whip_path).toBe(`/whip/${stream.streamKey}`);
    expect(stream).toMatchObject({
      eventId: event.id,
      sourceKind: 'phone',
      status: 'provisioning',
      participantIdentity: `phone-${id}`,
    });
    const rows = JSON.stringify(await db().phone.findMany({ where: { eventId: event.id } }));
    expect(rows).not.toContain(attributes.device_secret);
    const line = await db().auditEntry.findFirst({ where: { thingId: id, action: 'phones.join' } });
    expect(line).toMatchObject({ actorName: 'Ada Lovelace', thingName: 'Balcony', detail: 'for Grace' });
  });

  test('has a room token for this camera alone', async () => {
    const { id, attributes } = cameraOf(await join());
    expect(claimsOf(attributes.livekit_token)).toMatchObject({
      sub: `phone-${id}`,
      video: {
        room: `event-${event.id}`,
        canPublish: true,
        canPublishSources: ['camera', 'microphone'],
        canSubscribe: false,
        canPublishData: false,
      },
    });
  });

  test('may hear the talkback of this event, and nothing else there', async () => {
    const { id, attributes } = cameraOf(await join());
    expect(claimsOf(attributes.talkback_token)).toMatchObject({
      sub: `crew-${id}`,
      video: { room: `crew-${event.id}`, canPublishSources: ['microphone'], canPublishData: false },
    });
  });

  test('may be sent by SRT from the start, or later, and by a page again', async () => {
    const first = cameraOf(await join({ source_kind: 'srt' }));
    const { device_secret } = first.attributes;
    const read = () => db().stream.findUniqueOrThrow({ where: { id: first.id } });
    const { streamKey, generation } = await read();
    const srt = { stream_key: streamKey, passphrase: null, latency_ms: 120 };
    expect(first.attributes).toMatchObject({ is_on: true, whip_path: null, srt });
    expect(await read()).toMatchObject({ sourceKind: 'srt', participantIdentity: `camera-${first.id}` });

    const again = cameraOf(await join({ device_secret, source_kind: 'phone' }));
    expect(again).toMatchObject({
      id: first.id,
      attributes: { whip_path: `/whip/${streamKey}`, srt: null, is_on: true },
    });
    expect(await read()).toMatchObject({
      sourceKind: 'phone',
      participantIdentity: `phone-${first.id}`,
      status: 'provisioning',
      generation: generation + 1,
    });
    expect(cameraOf(await join({ device_secret })).attributes.srt).toBeNull();
    await stopStream(user.actor, first.id);
    expect(cameraOf(await join({ device_secret, source_kind: 'srt' })).attributes).toMatchObject({ is_on: false, srt });
  });

  test('may be sent by RTMP, and then has no way by SRT or WHIP', async () => {
    const { id, attributes } = cameraOf(await join({ source_kind: 'rtmp' }));
    const { streamKey } = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(attributes).toMatchObject({ whip_path: null, srt: null, rtmp: { stream_key: streamKey } });
    const { device_secret } = attributes;
    expect(cameraOf(await join({ device_secret, source_kind: 'phone' })).attributes).toMatchObject({ rtmp: null });
  });

  test('chooses its source itself: no member changes it', async () => {
    const { id, attributes } = cameraOf(await join({ source_kind: 'srt' }));
    const change = (source_kind: string) =>
      call(updateStream, { method: 'PATCH', token: user.token, params: { id }, body: { stream: { source_kind } } });
    expect(await change('srt')).toMatchObject({ status: 200 });
    expect(await change('rtmp')).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    await revokeCameraInvite(user.actor, invite.id);
    expect(await change('phone')).toMatchObject({ status: 409 });
    expect(await db().stream.findUniqueOrThrow({ where: { id } })).toMatchObject({ sourceKind: 'srt' });
    expect(await join({ device_secret: attributes.device_secret })).toMatchObject({ status: 410 });
  });

  test('cannot be a test picture, which costs the server an encoder', async () => {
    expect(await join({ source_kind: 'test' })).toMatchObject({ status: 422 });
    expect(await db().phone.count({ where: { eventId: event.id } })).toBe(0);
  });

  test.each(['srt', 'rtmp'] as const)('loses the key of %s when its invite is revoked', async (source_kind) => {
    const { id, attributes } = cameraOf(await join({ source_kind }));
    await revokeCameraInvite(user.actor, invite.id);
    const { streamKey, formerKeyHash } = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(streamKey).not.toBe(attributes[source_kind]?.stream_key);
    expect(formerKeyHash).toBe(hashStreamKey(attributes[source_kind]?.stream_key ?? ''));
    expect(await join({ device_secret: attributes.device_secret, source_kind })).toMatchObject({ status: 410 });
  });

  test('keeps no key that opens SRT when it changes its source while its invite is revoked', async () => {
    const { id, attributes } = cameraOf(await join());
    const { streamKey } = await db().stream.findUniqueOrThrow({ where: { id } });
    // The change waits for the camera's row, and the invite is revoked meanwhile.
    const answer = await db().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${id}::uuid FOR UPDATE`;
      const answer = join({ device_secret: attributes.device_secret, source_kind: 'srt' });
      await untilWaitingForLocks(1);
      const revoked = revokeCameraInvite(user.actor, invite.id);
      await Promise.race([revoked, untilWaitingForLocks(2)]);
      return { answer, revoked };
    });
    await Promise.all([answer.answer, answer.revoked]);
    const after = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(after.sourceKind === 'srt' && after.streamKey === streamKey).toBe(false);
  });

  test('stays the same camera by its device secret, also once the invite has expired, and is not switched on again', async () => {
    const first = cameraOf(await join());
    const { device_secret } = first.attributes;
    await change({ expiresAt: new Date() });
    await stopStream(user.actor, first.id);
    const again = await join({ device_secret });
    expect(cameraOf(again)).toMatchObject({ id: first.id, attributes: { device_secret, is_on: false } });
    expect(await db().phone.count({ where: { eventId: event.id } })).toBe(1);
  });

  test('makes its own secret, so that a call whose answer was lost uses up nothing', async () => {
    const device_secret = randomBytes(32).toString('base64url');
    const first = cameraOf(await join({ device_secret }));
    const again = await join({ device_secret });
    expect(cameraOf(again)).toMatchObject({ id: first.id, attributes: { device_secret, is_on: true } });
    expect(await db().cameraInvite.findUniqueOrThrow({ where: { id: invite.id } })).toMatchObject({ uses: 1 });
    expect(await join()).toMatchObject({ status: 409 });
  });

  test('is one camera, though it asks several times at once', async () => {
    const device_secret = randomBytes(32).toString('base64url');
    const answers = await Promise.all(Array.from({ length: 4 }, () => join({ device_secret })));
    expect(new Set(answers.map((answer) => cameraOf(answer).id)).size).toBe(1);
    expect(await db().phone.count({ where: { inviteId: invite.id } })).toBe(1);
  });

  test.each(['short', 'x'.repeat(44), `${'x'.repeat(42)}!`])(
    'gets a better secret than “%s”',
    async (device_secret) => {
      expect(cameraOf(await join({ device_secret })).attributes.device_secret).not.toBe(device_secret);
    },
  );

  test('cannot be another invite’s camera by its device secret', async () => {
    const { attributes } = cameraOf(await join());
    const other = await makeInvite();
    const answer = await join({ secret: newCameraInviteSecret(other.id), device_secret: attributes.device_secret });
    expect(cameraOf(answer).attributes.device_secret).not.toBe(attributes.device_secret);
  });

  test.each<[string, () => Promise<unknown>, number, string]>([
    [
      'revoked',
      () => revokeCameraInvite(user.actor, invite.id),
      410,
      'This invite was revoked. Ask the person who sent it for a new one.',
    ],
    [
      'expired',
      () => change({ expiresAt: new Date() }),
      410,
      'This invite has expired. Ask the person who sent it for a new one.',
    ],
    ['used up', () => join(), 409, 'This invite is used up. Ask the person who sent it for a new one.'],
  ])('is refused by an invite that is %s', async (_, end, status, message) => {
    await end();
    for (const answer of [await find(), await join()]) {
      expect(answer).toMatchObject({ status, body: { error: { message } } });
    }
  });

  test('at the same time as others takes no more places than there are', async () => {
    const many = await makeInvite(2);
    secret = newCameraInviteSecret(many.id);
    const answers = await Promise.all(['Ada', 'Grace', 'Mary', 'Joan'].map((person) => join({ person })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await db().phone.count({ where: { inviteId: many.id } })).toBe(2);
    const names = answers.flatMap((answer) => (answer.status === 200 ? cameraOf(answer).attributes.name : []));
    for (const name of names) expect(name).toMatch(/^Balcony · \w+$/);
  });
});

describe('a phone whose secret is misused', () => {
  test('changes its source a few times, and no more', async () => {
    const { device_secret } = cameraOf(await join()).attributes;
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await join({ device_secret, source_kind: count % 2 === 0 ? 'srt' : 'phone' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('a phone that reports', () => {
  let id: string;
  let device: string;
  beforeEach(async () => {
    const camera = cameraOf(await join());
    ({ id } = camera);
    device = camera.attributes.device_secret;
  });

  test('is shown to the crew’s members with what its browser tells', async () => {
    await report(device, { battery_percent: 63, is_charging: false, network: '4G', bitrate_kbps: 2_400 });
    expect(await crew()).toMatchObject([
      {
        attributes: {
          stream_id: id,
          person: 'Grace',
          invite_label: 'Balcony',
          reported_at: expect.any(String),
          silent_ms: expect.any(Number),
          battery_percent: 63,
          is_charging: false,
          network: '4G',
          bitrate_kbps: 2_400,
          message: null,
        },
      },
    ]);
    await report(device);
    expect(await crew()).toMatchObject([{ attributes: { battery_percent: null, network: null, bitrate_kbps: null } }]);
  });

  test('hears whether it is on and on air', async () => {
    const source = await createTallySource(user.actor, event.id, { name: 'Mixer', match_by: 'name' });
    await db().tallySource.update({ where: { id: source.id }, data: { mapping: { 'Input 1': id } } });
    const input = { name: 'Input 1', number: null, preview: false };
    const tally = (program: boolean) =>
      reportTally(user.actor, source.id, { inputs: [Object.assign({ program }, input)], valid_for_ms: 60_000 });
    await tally(true);
    expect(stateOf(await report(device))).toMatchObject({ is_on: true, tally: 'program' });
    await tally(false);
    await stopStream(user.actor, id);
    expect(stateOf(await report(device))).toMatchObject({ is_on: false, tally: 'off' });
  });

  test('shows the director’s message until it is acknowledged, and the director sees that', async () => {
    expect((await say('Closer to the singer')).status).toBe(204);
    const { message } = stateOf(await report(device));
    expect(message).toMatchObject({ text: 'Closer to the singer', is_acknowledged: false });
    expect(await crew()).toMatchObject([{ attributes: { message: { acknowledged_at: null } } }]);
    const acknowledged = stateOf(await report(device, { acknowledged_message_id: message?.id }));
    expect(acknowledged.message?.is_acknowledged).toBe(true);
    expect(await crew()).toMatchObject([{ attributes: { message: { acknowledged_at: expect.any(String) } } }]);
    // The tap on an older message is no tap on a newer one.
    await say('Hold', id);
    await report(device, { acknowledged_message_id: message?.id });
    expect(stateOf(await report(device)).message).toMatchObject({ text: 'Hold', is_acknowledged: false });
  });

  test('is told that it is no camera any more', async () => {
    await revokeCameraInvite(user.actor, invite.id);
    const revoked = gone('This invite was revoked. Ask the person who sent it for a new one.');
    expect(await report(device)).toMatchObject(revoked);
    expect(await join({ device_secret: device })).toMatchObject(revoked);
    expect(await crew()).toEqual([]);
  });

  test('is told that the director has removed its camera', async () => {
    await deleteStream(user.actor, id);
    expect(await report(device)).toMatchObject(gone('The director has removed this camera.'));
  });
});

describe('a phone whose camera is deleted', () => {
  test('gives its place back, so that another phone can take it', async () => {
    const { id, attributes } = cameraOf(await join());
    expect(await join({ person: 'Mary' })).toMatchObject({ status: 409 });
    await deleteStream(user.actor, id);
    const next = cameraOf(await join({ person: 'Mary' }));
    expect(next.id).not.toBe(id);
    expect(await report(attributes.device_secret)).toMatchObject({ status: 410 });
    expect(await db().cameraInvite.findUniqueOrThrow({ where: { id: invite.id } })).toMatchObject({ uses: 1 });
  });

  test('gives one place back, though it is deleted twice at once', async () => {
    const many = await makeInvite(3);
    secret = newCameraInviteSecret(many.id);
    const [{ id }] = [cameraOf(await join()), cameraOf(await join({ person: 'Mary' }))];
    const deletions = await Promise.allSettled([deleteStream(user.actor, id), deleteStream(user.actor, id)]);
    expect(deletions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db().cameraInvite.findUniqueOrThrow({ where: { id: many.id } })).toMatchObject({ uses: 1 });
  });

  test('opens no place of a revoked invite', async () => {
    const { id } = cameraOf(await join());
    await revokeCameraInvite(user.actor, invite.id);
    await deleteStream(user.actor, id);
    expect(await join({ person: 'Mary' })).toMatchObject({ status: 410 });
  });
});

test('viewers see no crew and send no messages, and nobody sends any to another event’s phone', async () => {
  const { id } = cameraOf(await join());
  const viewer = await makeColleague(user.actor, 'viewer');
  expect(await say('Hello', null, viewer)).toMatchObject({ status: 403 });
  expect(await call(listCrew, { token: viewer.token, params: { id: event.id } })).toMatchObject({ status: 403 });
  event = await makeEvent(user.actor);
  expect(await say('Hello', id)).toMatchObject({ status: 404 });
});

test('members talk to the crew of their own events, which the audit trail has; viewers and strangers do not', async () => {
  const open = ({ token } = user) => call(openTalkback, { method: 'POST', token, params: { id: event.id } });
  const { status, body } = await open();
  expect(status).toBe(200);
  const { livekit_token: token } = (body as { data: TalkbackJson }).data.attributes;
  expect(claimsOf(token)).toMatchObject({
    sub: expect.stringMatching(`^director-${user.actor.authSessionId}-`),
    video: { room: `crew-${event.id}`, canPublishSources: ['microphone'], canPublishData: false },
  });
  const line = await db().auditEntry.findFirst({ where: { thingId: event.id, action: 'talkback.use' } });
  expect(line).toMatchObject({ actorName: 'Ada Lovelace', thingName: event.name });
  expect(await open(await makeColleague(user.actor, 'viewer'))).toMatchObject({ status: 403 });
  expect(await open(await makeUser())).toMatchObject({ status: 404 });
});

describe('what the phones see and hear of the show', () => {
  const choose = (source: string | null, { token } = user) =>
    call(setReturn, { method: 'PUT', token, params: { id: event.id }, body: { return: { source } } });

  test.each(['program', null])('%s is kept, and the audit trail says who chose it', async (source) => {
    expect((await choose(source)).status).toBe(204);
    const opened = await call(openTalkback, { method: 'POST', token: user.token, params: { id: event.id } });
    expect(opened.body).toMatchObject({ data: { attributes: { return_source: source } } });
    const line = await db().auditEntry.findFirst({ where: { thingId: event.id, action: 'talkback.set_return' } });
    expect(line?.detail).toBe(source ? 'to the program' : 'to nothing');
  });

  test('a camera of the event is kept, one of another event is refused', async () => {
    const { id } = cameraOf(await join());
    expect((await choose(id)).status).toBe(204);
    event = await makeEvent(user.actor);
    expect(await choose(id)).toMatchObject({ status: 422, body: { error: { code: 'invalid_input' } } });
    expect(await choose('everything')).toMatchObject({ status: 422 });
  });

  test('viewers and strangers choose nothing', async () => {
    expect(await choose('program', await makeColleague(user.actor, 'viewer'))).toMatchObject({ status: 403 });
    expect(await choose('program', await makeUser())).toMatchObject({ status: 404 });
  });
});

test('guesses from one network are limited', async () => {
  const address = newAddress();
  const statuses: number[] = [];
  for (let count = 0; count < 32; count++) statuses.push((await find(`guess ${count}`, address)).status);
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
});
