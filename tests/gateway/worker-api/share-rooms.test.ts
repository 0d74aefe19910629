import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  reportPath,
  roomTokenPath,
  roomTokenSchema,
  type ShareRoom,
  workerPermitSchema,
} from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { makeWorkerTokens } from '@/server/gateway/worker-control/worker-control';
import {
  makeIdleStream,
  makeNode,
  pressOn,
  startReconciler,
  type TestGateway,
  untilStatus,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

const hourMs = 3_600_000;
const report = { generation: 1, ready: true, signal: 'live', sample: null, connectCount: 0, media: null, failed: null };
let node: Awaited<ReturnType<typeof makeNode>>;
let gateway: TestGateway;
let stream: Stream;
let workerId: string;

beforeAll(async () => {
  node = await makeNode();
  gateway = await startReconciler('gateway-a', { stateDir: node.stateDir });
  stream = await makeIdleStream();
  await pressOn(stream.id);
  workerId = (await untilStatus(stream.id, 'active')).podName ?? '';
});

afterAll(async () => {
  await gateway.stop();
  await node.remove();
  await db().stream.deleteMany();
});

const post = (path: string, body: object) =>
  fetch(`${gateway.apiUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${makeWorkerTokens('')(workerId)[0]}` },
    body: JSON.stringify(body),
  });

const shareRooms = async (): Promise<ShareRoom[]> =>
  workerPermitSchema.parse(await (await post(reportPath(workerId), report)).json()).shareRooms;

/** A link that is open, and what differs from that. */
async function makeLink(changes: Partial<Prisma.ShareLinkUncheckedCreateInput> = {}): Promise<string> {
  const id = newId();
  const { organizationId, eventId } = stream;
  const open = { expiresAt: new Date(Date.now() + hourMs), openUntil: new Date(Date.now() + hourMs) };
  const row = { id, organizationId, eventId, name: 'A link', secretHash: id, allCameras: true, canHear: false };
  await db().shareLink.create({ data: Object.assign(row, open, changes) });
  return id;
}

const showing = ({ id: streamId, organizationId }: Stream) => ({
  allCameras: false,
  streams: { create: [{ streamId, organizationId }] },
});

test('a permit names the open links of the camera, and there are tokens for the rooms of those alone', async () => {
  const other = await makeIdleStream();
  const past = new Date(Date.now() - 1_000);
  const shut = [
    await makeLink({ revokedAt: past }),
    await makeLink({ expiresAt: past }),
    await makeLink({ openUntil: past }),
    await makeLink({ openUntil: null }),
    await makeLink({ allCameras: false }),
    await makeLink(showing(other)),
    await makeLink({ eventId: other.eventId, organizationId: other.organizationId }),
  ];
  const [all, some] = [await makeLink(), await makeLink(Object.assign(showing(stream), { canHear: true }))];
  const { organizationId, eventId } = stream;
  const announce = (shareLinkId: string) =>
    openBus().publish({ type: 'share_link_upsert', organizationId, eventId, shareLinkId });
  await announce(all);
  const rooms = await until('the permit names rooms of both links', async () => {
    const named = await shareRooms();
    return named.length > 1 && named;
  });
  const byId = (a: ShareRoom, b: ShareRoom) => a.linkId.localeCompare(b.linkId);
  const expected = [
    { linkId: all, canHear: false },
    { linkId: some, canHear: true },
  ];
  expect(rooms.sort(byId)).toEqual(expected.sort(byId));

  const tokenFor = (shareLinkId: string) => post(roomTokenPath(workerId), { shareLinkId });
  for (const id of shut) expect((await tokenFor(id)).status).toBe(404);
  const { token } = (await (await tokenFor(some)).json()) as { token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({
    sub: stream.participantIdentity,
    video: { room: `share-${eventId}-${some}`, canPublish: true, canSubscribe: false },
  });

  await db().shareLink.update({ where: { id: some }, data: { revokedAt: new Date() } });
  await announce(some);
  await until('the ended link has left the permit', async () =>
    (await shareRooms()).every(({ linkId }) => linkId === all),
  );
  expect((await tokenFor(some)).status).toBe(404);
});

test('the camera that the phones of its event see joins their talkback, by the event’s id, and leaves it', async () => {
  const { organizationId, eventId, participantIdentity } = stream;
  const put = async (returnSource: string | null, programIds: string[] = []) => {
    await db().event.update({ where: { id: eventId }, data: { returnSource } });
    await db().tallyChange.create({ data: { id: newId(), organizationId, eventId, programIds, previewIds: [] } });
    await openBus().publish({ type: 'event_upsert', organizationId, eventId });
  };
  const inTalkback = async () => (await shareRooms()).some(({ linkId }) => linkId === eventId);
  for (const [source, programIds] of [
    [stream.id, []],
    ['program', [stream.id]],
  ] as const) {
    await put(source, [...programIds]);
    await until('the permit names the talkback', inTalkback);
    const { token } = roomTokenSchema.parse(
      await (await post(roomTokenPath(workerId), { shareLinkId: eventId })).json(),
    );
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      sub: participantIdentity,
      video: { room: `crew-${eventId}`, canSubscribe: false },
    });
    await put(source === 'program' ? 'program' : newId());
    await until('the talkback has left the permit', async () => !(await inTalkback()));
    expect((await post(roomTokenPath(workerId), { shareLinkId: eventId })).status).toBe(404);
  }
});
