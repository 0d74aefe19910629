import { beforeEach, describe, expect, test } from 'vitest';
import { DELETE as deleteDestination, PATCH as updateDestination } from '@/app/api/v1/destinations/[id]/route';
import { POST as createDestination, GET as listDestinations } from '@/app/api/v1/streams/[id]/destinations/route';
import type { DestinationJson } from '@/lib/contracts/destinations';
import { db } from '@/lib/platform/db/db';
import { destinationSecrets } from '@/lib/platform/db/sealed-columns';
import type { Stream } from '@/prisma/generated/client';
import { DestinationPublisher } from '@/server/gateway/destinations/destination-publisher';
import { destinationsFor } from '@/server/gateway/destinations/destinations-for';
import { call } from '../../support/api/api';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

const key = 'live_1234?s_bl=1&x=2';
const gatewayId = 'gateway of destinations';

let user: SignedInUser;
let stream: Stream;

beforeEach(async () => {
  // An organization that runs no server: the first one does.
  await makeUser();
  user = await makeUser();
  stream = await makeStream(user.actor);
});

const create = (destination: object) =>
  call(createDestination, { method: 'POST', token: user.token, params: { id: stream.id }, body: { destination } });
const update = (id: string, destination: object) =>
  call(updateDestination, { method: 'PATCH', token: user.token, params: { id }, body: { destination } });
async function made(destination: object): Promise<DestinationJson> {
  const { status, body } = await create(destination);
  expect(status).toBe(201);
  return (body as { data: DestinationJson }).data;
}
async function list(): Promise<DestinationJson[]> {
  const { body } = await call(listDestinations, { token: user.token, params: { id: stream.id } });
  return (body as { data: DestinationJson[] }).data;
}
const auditLines = async () =>
  (await db().auditEntry.findMany({ where: { organizationId: user.actor.organizationId }, orderBy: { id: 'asc' } }))
    .filter(({ action }) => action.startsWith('destinations.'))
    .map(({ action, thingName, detail }) => [action, thingName, detail]);

describe('a destination', () => {
  test('keeps its key from every answer, and from the trail', async () => {
    const { id, attributes } = await made({ kind: 'youtube', key });
    expect(attributes).toMatchObject({
      name: 'YouTube',
      address: 'rtmps://a.rtmps.youtube.com:443/live2',
      has_key: true,
      is_on: false,
      state: 'off',
      problem: null,
    });
    await update(id, { is_on: true });
    await update(id, { name: 'Second channel', address: 'rtmps://b.rtmps.youtube.com:443/live2?backup=1' });
    await update(id, { is_on: false });
    await update(id, { is_on: false });
    const rows = await db().destination.findMany({ where: { id } });
    expect(JSON.stringify([await list(), rows, await auditLines()])).not.toContain('live_1234');
    expect(destinationSecrets.open(id, rows[0]?.secrets ?? '')).toMatchObject({ key, passphrase: null });
    await call(deleteDestination, { method: 'DELETE', token: user.token, params: { id } });
    expect(await list()).toEqual([]);
    expect(await auditLines()).toEqual([
      ['destinations.create', 'YouTube', `of ${stream.name}`],
      ['destinations.start', 'YouTube', null],
      ['destinations.manage', 'YouTube', 'to Second channel'],
      ['destinations.stop', 'Second channel', null],
      ['destinations.delete', 'Second channel', null],
    ]);
  });

  test.each([
    [{ kind: 'twitch' }, 'Twitch needs its primary stream key.'],
    [{ kind: 'rtmp' }, 'Enter the server’s address.'],
    [{ kind: 'rtmp', address: 'https://server.example/app' }, 'must begin with rtmp'],
    [{ kind: 'srt', address: 'srt://server.example' }, 'needs a port'],
    [{ kind: 'srt', address: 'srt://server.example:9000?streamid=secret' }, 'have fields'],
    [{ kind: 'rtmp', address: 'rtmp://me:secret@server.example/app' }, 'Leave out user name'],
    [{ kind: 'rtmp', address: 'rtmp://169.254.169.254/app' }, 'may not send to'],
    [{ kind: 'rtmp', address: 'rtmp://127.0.0.1/app' }, 'may not send to'],
    [{ kind: 'srt', address: 'srt://[::1]:9000' }, 'may not send to'],
    [{ kind: 'rtmp', address: 'rtmp://10.0.0.7/app' }, 'may not send to'],
    [{ kind: 'whip' }, 'Enter the server’s address.'],
    [{ kind: 'whip', address: 'rtmp://server.example/app' }, 'must begin with https:// or http://'],
    [{ kind: 'whip', address: 'https://me:secret@server.example/whip' }, 'Leave out user name'],
    [{ kind: 'whip', address: 'https://127.0.0.1/whip' }, 'may not send to'],
    [{ kind: 'youtube', key: 'two words' }, 'Key can’t contain spaces'],
    [{ kind: 'youtube', key, name: ' ' }, 'Name is required'],
    [{ kind: 'srt', address: 'srt://server.example:9000', passphrase: 'short' }, 'at least 10 characters'],
  ])('%j is refused', async (destination, sentence) => {
    const { status, body } = await create(destination);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(sentence);
  });

  test('whose key cannot be decrypted any more asks for it, and connects with a new one', async () => {
    const { id } = await made({ kind: 'youtube', key, is_on: true });
    await db().stream.update({ where: { id: stream.id }, data: { status: 'active' } });
    await db().destination.update({ where: { id }, data: { secrets: 'of a secret that is gone' } });
    const [lost] = await list();
    expect(lost?.attributes).toMatchObject({
      state: 'refused',
      cause: 'key_lost',
      problem: expect.stringContaining('enter the key again'),
    });
    // Another address alone would send without the key.
    expect((await update(id, { address: 'rtmps://b.rtmps.youtube.com:443/live2?backup=1' })).status).toBe(422);
    expect((await update(id, { key: 'another' })).status).toBe(200);
    const [again] = await list();
    expect(again?.attributes).toMatchObject({ state: 'connecting', cause: null });
  });

  test('a camera has eight at most', async () => {
    for (let count = 0; count < 8; count++) await made({ kind: 'youtube', key });
    const { status, body } = await create({ kind: 'youtube', key });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('8 destinations');
  });

  test('another organization finds none of it', async () => {
    const { id } = await made({ kind: 'youtube', key });
    const stranger = await makeUser();
    const asStranger = { token: stranger.token, params: { id } };
    const answers = [
      await call(listDestinations, { token: stranger.token, params: { id: stream.id } }),
      await call(updateDestination, { ...asStranger, method: 'PATCH', body: { destination: { is_on: true } } }),
      await call(deleteDestination, { ...asStranger, method: 'DELETE' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('what a gateway reports', () => {
  const report = {
    revision: 1,
    state: 'refused' as const,
    cause: 'refused' as const,
    detail: 'Unknown stream.',
    stateMs: 2_000,
    bitrateKbps: 0,
    behindMs: 0,
    droppedFrames: 3,
    isProven: false,
  };
  const publish = (...destinations: object[]) =>
    new DestinationPublisher({
      gatewayId,
      streams: {
        values: () => [{ stream, isHeld: true, vitals: { report: { destinations: destinations as [] } } }],
      },
    }).publish();

  test('is shown while camera and destination are on, and not after it has begun anew', async () => {
    const { id } = await made({ kind: 'rtmp', address: 'rtmp://server.example/app', key });
    await update(id, { is_on: true });
    expect((await list())[0]?.attributes).toMatchObject({ state: 'waiting', cause: null });
    await db().stream.update({ where: { id: stream.id }, data: { status: 'active', leaseOwner: gatewayId } });
    expect((await list())[0]?.attributes).toMatchObject({ state: 'connecting' });
    await publish({ id, ...report });
    expect((await list())[0]?.attributes).toMatchObject({
      state: 'refused',
      problem: 'The server does not take the stream (Unknown stream): check the key, then switch it on again.',
      dropped_frames: 3,
    });
    await update(id, { is_on: true });
    await publish({ id, ...report });
    expect((await list())[0]?.attributes).toMatchObject({ state: 'connecting', problem: null });
    await publish({ id, ...report, revision: 2, state: 'live', cause: null, isProven: true });
    expect((await list())[0]?.attributes).toMatchObject({ state: 'live', problem: null });
    await publish({ id, ...report, revision: 2, state: 'live', cause: 'no_picture', isProven: true });
    const problem = expect.stringContaining('the event’s name goes out in its place');
    expect((await list())[0]?.attributes).toMatchObject({ state: 'live', problem });
    expect(await db().destination.findUnique({ where: { id } })).toMatchObject({ isProven: true });
    // Another key has proven nothing yet.
    await update(id, { key: 'another' });
    expect(await db().destination.findUnique({ where: { id } })).toMatchObject({ isProven: false });
  });

  test('a worker is told the keys of its own stream, and where it may send', async () => {
    const { id } = await made({ kind: 'rtmp', address: 'rtmp://server.example/app', key });
    const { secrets, ...row } = await db().destination.findUniqueOrThrow({ where: { id } });
    const { tasks, networks } = destinationsFor({ destinations: [{ ...row, secrets }] });
    expect(tasks).toEqual([
      {
        id,
        revision: 0,
        kind: 'rtmp',
        address: 'rtmp://server.example/app',
        key,
        passphrase: null,
        isProven: false,
      },
    ]);
    expect(networks.reaches).toEqual(['public']);
    // Workers of the previous version take a permit whose other list has kinds that they do not know.
    const token = await made({ kind: 'whip', address: 'https://server.example/whip', key: 'token' });
    const whip = await db().destination.findUniqueOrThrow({ where: { id: token.id } });
    expect(destinationsFor({ destinations: [whip] })).toMatchObject({ tasks: [], whipTasks: [{ key: 'token' }] });
    // A newer version may have left others.
    expect(destinationsFor({ destinations: [{ ...whip, kind: 'carrier pigeon' }] })).toMatchObject({ whipTasks: [] });
    // A key that was encrypted for another one does not open.
    expect(destinationsFor({ destinations: [{ ...row, id: stream.id, secrets }] }).tasks).toEqual([]);
  });
});
