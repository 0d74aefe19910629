import { setTimeout as sleep } from 'node:timers/promises';
import type { ParticipantInfo } from '@livekit/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintShareViewerToken } from '@/lib/platform/livekit/room-tokens';
import { openShareLink } from '@/lib/use-cases/sharing/open-share-link';
import type { ShareLinkRow } from '@/lib/use-cases/sharing/serialize';
import { createShareLink, revokeShareLink } from '@/lib/use-cases/sharing/share-links';
import { newShareSecret } from '@/lib/use-cases/sharing/share-secrets';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import type { Stream } from '@/prisma/generated/client';
import { openRoomGuard } from '@/server/web/rooms/open-room-guard';
import { makeEvent, makeStream, makeUser, newAddress } from '../support/api/factories';
import { type BarcodeCamera, startBarcodeCamera } from '../support/camera/barcode-camera';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { untilStatus } from '../support/gateway/reconciler';
import { listParticipants } from '../support/room/room-participants';
import { type Kind, RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';

let gateway: GatewayProcess;
let camera: BarcodeCamera;
let guard: { stop(): Promise<void> };
let actor: Actor;
let eventId: string;
/** On, with an encoder, and on without one. */
let front: Stream;
let backstage: Stream;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a' });
  guard = openRoomGuard(openBus());
  ({ actor } = await makeUser());
  ({ id: eventId } = await makeEvent(actor));
  front = await makeStream(actor, { name: 'Front', eventId });
  backstage = await makeStream(actor, { name: 'Secret backstage', eventId });
  for (const { id } of [front, backstage]) await startStream(actor, id);
  for (const { id } of [front, backstage]) await untilStatus(id, 'active', 30_000);
  const address = `srt://127.0.0.1:${gateway.ingestPort}?mode=caller&streamid=${front.streamKey}`;
  camera = startBarcodeCamera({ urls: [address], width: 320, height: 180, bitrateKbps: 400 });
  await until('the front camera has both tracks', async () => (await publishedBy(front)).tracks.length === 2, {
    timeoutMs: 30_000,
  });
}, 90_000);

afterAll(async () => {
  camera.stop();
  await guard.stop();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

/** A stream's camera in the event's room, as LiveKit's own API shows it. */
async function publishedBy({ participantIdentity }: Stream): Promise<Pick<ParticipantInfo, 'sid' | 'tracks'>> {
  const participants = await listParticipants(eventId);
  return participants.find(({ identity }) => identity === participantIdentity) ?? { sid: '', tracks: [] };
}

const share = (streams: Stream[] | null, changes: { canHear?: boolean; expiresAt?: Date } = {}) =>
  createShareLink(actor, eventId, {
    name: 'A link',
    streamIds: streams?.map(({ id }) => id) ?? null,
    canHear: changes.canHear ?? false,
    expiresAt: changes.expiresAt ?? new Date(Date.now() + 3_600_000),
    password: null,
    maxViewers: null,
  });

/** Somebody who holds a link, with a client of their own that wants all that it can get. */
class RawClient {
  /** When packets arrived. */
  readonly packets: Record<Kind, number[]> = { video: [], audio: [] };
  readonly tokens: string[] = [];
  /** Everybody of whom LiveKit has told, by identity. */
  readonly seen = new Map<string, ParticipantInfo>();
  viewer: RoomViewer | undefined;

  async open({ id: linkId }: ShareLinkRow): Promise<this> {
    const client = { address: newAddress(), userAgent: '' };
    const { viewerId } = await openShareLink(
      { secret: newShareSecret(linkId), password: undefined, viewer: undefined },
      client,
    );
    const token = mintShareViewerToken({ eventId, linkId }, viewerId);
    this.tokens.push(token);
    await this.join(token);
    return this;
  }

  async join(token: string): Promise<void> {
    const viewer = await RoomViewer.join(
      { url: livekitEnv().LIVEKIT_URL, token },
      {
        onRtp: (kind) => void this.packets[kind].push(performance.now()),
        onToken: (renewed) => void this.tokens.push(renewed),
        onParticipant: (participant) => void this.seen.set(participant.identity, participant),
      },
    );
    this.viewer = viewer;
    onTestFinished(() => viewer.close());
  }

  after(kind: Kind, sinceMs: number): number {
    return this.packets[kind].filter((arrivedMs) => arrivedMs > sinceMs).length;
  }

  untilSeeing(kind: Kind = 'video'): Promise<unknown> {
    const { length } = this.packets[kind];
    return until(`more ${kind} arrives`, () => this.packets[kind].length > length + 30, { timeoutMs: 20_000 });
  }

  get cameras(): string[] {
    return [...this.seen.keys()].filter((identity) => identity.startsWith('camera-'));
  }
}

test('a link gives the camera that it is for: no other, not its name, and no sound where only watching is allowed', async () => {
  const watcher = await new RawClient().open(await share([front]));
  const stranger = await new RawClient().open(await share([backstage], { canHear: true }));
  const listener = await new RawClient().open(await share(null, { canHear: true }));
  await Promise.all([watcher.untilSeeing(), listener.untilSeeing('audio')]);
  await until('the stranger sees the camera without an encoder', () => stranger.cameras.length > 0);
  // Strangers ask for the event's own tracks by their ids, as if they had learned them.
  const published = await publishedBy(front);
  expect(published.tracks).toHaveLength(2);
  for (const { viewer } of [watcher, stranger]) viewer?.demand(published);
  await Promise.all([watcher.untilSeeing(), sleep(2_000)]);

  expect(watcher.packets.audio).toHaveLength(0);
  expect(watcher.cameras).toEqual([front.participantIdentity]);
  expect(watcher.seen.get(front.participantIdentity)?.tracks.map(({ source }) => source)).toHaveLength(1);
  expect(stranger.packets).toEqual({ video: [], audio: [] });
  expect(stranger.cameras).toEqual([backstage.participantIdentity]);
  expect(JSON.stringify([...watcher.seen.values()])).not.toContain('backstage');
  expect(listener.cameras.sort()).toEqual([front, backstage].map((stream) => stream.participantIdentity).sort());
});

test('a revoked link shows nothing within 2 s, and its tokens open an empty room', async () => {
  const [link, other] = [await share([front]), await share([front])];
  const [leaving, idle] = [await new RawClient().open(link), await new RawClient().open(link)];
  const staying = await new RawClient().open(other);
  await Promise.all([leaving.untilSeeing(), idle.untilSeeing(), staying.untilSeeing()]);
  expect(leaving.tokens.length, 'LiveKit has renewed the token').toBeGreaterThan(1);
  const revokedMs = performance.now();
  await revokeShareLink(actor, link.id);
  // They try from the first moment on, with every token that they have had.
  leaving.seen.clear();
  for (let count = 0; performance.now() < revokedMs + 5_000; count++) {
    await leaving.viewer?.close();
    await leaving.join(leaving.tokens[count % leaving.tokens.length] ?? '').catch(() => undefined);
    if (performance.now() > revokedMs + 2_000) expect(leaving.cameras).toEqual([]);
    leaving.seen.clear();
    await sleep(250);
  }
  for (const client of [leaving, idle]) {
    expect(client.after('video', revokedMs + 2_000), 'packets later than 2 s').toBe(0);
  }
  await staying.untilSeeing();
});

test('a link that expires shows nothing 2 s later', async () => {
  const link = await share([front]);
  const viewer = await new RawClient().open(link);
  await viewer.untilSeeing();
  await db().shareLink.update({ where: { id: link.id }, data: { expiresAt: new Date(Date.now() + 3_000) } });
  const expiresMs = performance.now() + 3_000;
  await viewer.untilSeeing();
  await sleep(expiresMs + 3_500 - performance.now());
  expect(viewer.after('video', expiresMs + 2_000), 'packets later than 2 s').toBe(0);
});

test('a camera that a link no longer shows, and then one that is deleted, is gone within 2 s', async () => {
  const [some, all] = [await share([front, backstage]), await share(null)];
  const [first, second] = [await new RawClient().open(some), await new RawClient().open(all)];
  await Promise.all([first.untilSeeing(), second.untilSeeing()]);
  await db().shareLinkStream.deleteMany({ where: { shareLinkId: some.id, streamId: front.id } });
  const { organizationId } = actor;
  await openBus().publish({ type: 'share_link_upsert', organizationId, eventId, shareLinkId: some.id });
  const removedMs = performance.now();
  await sleep(3_000);
  expect(first.after('video', removedMs + 2_000), 'packets later than 2 s').toBe(0);
  await second.untilSeeing();
  await deleteStream(actor, front.id);
  const deletedMs = performance.now();
  await sleep(3_000);
  expect(second.after('video', deletedMs + 2_000), 'packets later than 2 s').toBe(0);
});
