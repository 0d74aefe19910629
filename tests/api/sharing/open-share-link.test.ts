import { beforeEach, describe, expect, test } from 'vitest';
import { POST as openShareLink } from '@/app/api/v1/share/route';
import { newLinkSecret } from '@/lib/auth/link-secret';
import type { ShareJson } from '@/lib/contracts/share-links';
import { clientAddressHeader } from '@/lib/http/client-address';
import { db } from '@/lib/platform/db/db';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import type { ShareLinkRow } from '@/lib/use-cases/sharing/serialize';
import { createShareLink, revokeShareLink } from '@/lib/use-cases/sharing/share-links';
import { newShareSecret } from '@/lib/use-cases/sharing/share-secrets';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import type { Event, Stream } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

let user: SignedInUser;
let event: Event;
let front: Stream;
let back: Stream;
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor, 'Summer Gala');
  front = await makeStream(user.actor, { name: 'Front', eventId: event.id });
  back = await makeStream(user.actor, { name: 'Back', eventId: event.id });
});

const share = (changes: { streamIds?: string[]; password?: string; canHear?: boolean } = {}): Promise<ShareLinkRow> =>
  createShareLink(user.actor, event.id, {
    name: 'The client',
    streamIds: changes.streamIds ?? null,
    canHear: changes.canHear ?? false,
    expiresAt: new Date(Date.now() + 3_600_000),
    password: changes.password ?? null,
    maxViewers: null,
  });

const open = (
  secret: string,
  { address = newAddress(), ...rest }: { address?: string; password?: string; viewer?: string } = {},
): Promise<Answer> =>
  call(openShareLink, {
    method: 'POST',
    body: { share: { secret, ...rest } },
    headers: { [clientAddressHeader]: address },
  });
const shareOf = ({ body }: Answer) => (body as { data: ShareJson }).data.attributes;
const claimsOf = (token: string | null) => JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
const refusal = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });

test('a link opens a room of its own, for ten minutes, and names its cameras and no others', async () => {
  const { id } = await share({ streamIds: [back.id] });
  const answer = await open(newShareSecret(id));
  expect(answer).toMatchObject({ status: 200 });
  const opened = shareOf(answer);
  expect(opened).toMatchObject({
    event_name: 'Summer Gala',
    can_hear: false,
    cameras: [{ identity: back.participantIdentity, stream_id: back.id, name: 'Back' }],
  });
  const claims = claimsOf(opened.livekit_token);
  expect(claims.sub).toMatch(/^share-viewer-/);
  expect(Number(claims.exp) - Date.now() / 1000).toBeLessThanOrEqual(600);
  expect(claims.video).toEqual({
    roomJoin: true,
    room: `share-${event.id}-${id}`,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  for (const hidden of ['Front', front.id, back.streamKey, 'Northwind', user.email, 'The client']) {
    expect(JSON.stringify(answer.body)).not.toContain(hidden);
  }
  const { openUntil } = await db().shareLink.findUniqueOrThrow({ where: { id } });
  expect(openUntil?.getTime()).toBeGreaterThan(Date.now() + 590_000);
});

test('a link to all cameras shows those that were added since; a link to some that are gone shows none', async () => {
  const [all, some] = [await share(), await share({ streamIds: [front.id] })];
  await makeStream(user.actor, { name: 'Balcony', eventId: event.id });
  await deleteStream(user.actor, front.id);
  const namesOf = async ({ id }: ShareLinkRow) =>
    shareOf(await open(newShareSecret(id))).cameras.map(({ name }) => name);
  expect(await namesOf(all)).toEqual(['Back', 'Balcony']);
  expect(await namesOf(some)).toEqual([]);
});

test('a page keeps its place and needs its password once; nobody else’s word opens it', async () => {
  const [{ id }, other] = [await share({ password: 'opening night' }), await share({ password: 'another night' })];
  const secret = newShareSecret(id);
  const offer = 'Northwind Live shares “Summer Gala” with you. This link needs a password.';
  const needed = refusal(401, 'password_required', offer);
  expect(await open(secret)).toMatchObject(needed);
  expect(await open(secret, { password: '' })).toMatchObject(needed);
  const wrong = refusal(401, 'password_required', 'Wrong password.');
  expect(await open(secret, { password: 'another night' })).toMatchObject(wrong);
  const { viewer, livekit_token: token } = shareOf(await open(secret, { password: 'opening night' }));
  const again = shareOf(await open(secret, { viewer }));
  expect(claimsOf(again.livekit_token).sub).toBe(claimsOf(token).sub);
  for (const invented of [`${viewer}x`, viewer.replace(/^./, 'z'), 'x', '']) {
    expect(await open(secret, { viewer: invented })).toMatchObject(needed);
  }
  expect(await open(newShareSecret(other.id), { viewer })).toMatchObject(needed);
});

describe('a link that does not open', () => {
  const unknown = refusal(
    404,
    'not_found',
    'This link does not work. Check that it is complete, or ask for a new one.',
  );

  test('an unknown secret, one of a deleted event and a cut one are answered alike', async () => {
    const { id } = await share();
    const secret = newShareSecret(id);
    const cut = await open(secret.slice(0, -1));
    await deleteEvent(user.actor, event.id);
    const answers = [cut, await open(secret), await open(newLinkSecret().secret), await open('ü\0')];
    for (const answer of answers) {
      expect(answer).toMatchObject(unknown);
      expect(answer.body).toEqual(cut.body);
    }
  });

  test('a revoked and an expired one say so', async () => {
    const [revoked, expired] = [await share(), await share()];
    await revokeShareLink(user.actor, revoked.id);
    await db().shareLink.update({ where: { id: expired.id }, data: { expiresAt: new Date() } });
    expect(await open(newShareSecret(revoked.id))).toMatchObject(
      refusal(410, 'gone', 'This link was revoked. Ask whoever sent it for a new one.'),
    );
    expect(await open(newShareSecret(expired.id))).toMatchObject(
      refusal(410, 'gone', 'This link has expired. Ask whoever sent it for a new one.'),
    );
  });
});

describe('limits', () => {
  test('unknown secrets from one network, in which known ones then have to wait too', async () => {
    const [address, { id }] = [newAddress(), await share()];
    for (let count = 0; count < 30; count++) expect((await open('unknown', { address })).status).toBe(404);
    for (const secret of ['unknown', newShareSecret(id)]) {
      expect(await open(secret, { address })).toMatchObject({
        status: 429,
        body: { error: { code: 'too_many_requests' } },
      });
    }
    expect((await open(newShareSecret(id))).status).toBe(200);
  });

  test('wrong passwords from one network, but for pages that were let in', async () => {
    const [address, { id }] = [newAddress(), await share({ password: 'opening night' })];
    const [secret, password] = [newShareSecret(id), 'opening night'];
    const { viewer } = shareOf(await open(secret, { address, password }));
    for (let count = 0; count < 10; count++) {
      expect((await open(secret, { address, password: 'a guess' })).status).toBe(401);
    }
    expect((await open(secret, { address, password })).status).toBe(429);
    expect((await open(secret, { address, viewer })).status).toBe(200);
    expect((await open(secret, { password })).status).toBe(200);
    expect((await open(secret, { viewer })).status).toBe(200);
  });

  test('guesses from many networks take turns, and nobody who knows the password is shut out', async () => {
    const [known, { id }] = [newAddress(), await share({ password: 'opening night' })];
    const [secret, password] = [newShareSecret(id), 'opening night'];
    expect((await open(secret, { address: known, password })).status).toBe(200);
    const networks = Array.from({ length: 11 }, newAddress);
    const guess = () => Promise.all(networks.map((address) => open(secret, { address, password: 'a guess' })));
    await guess();
    await setUses('share_password', id, 100);
    const startedMs = performance.now();
    const guesses = guess();
    expect((await open(secret, { address: known, password })).status, 'a network that was let in').toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect((await open(secret, { password })).status, 'a new network').toBe(200);
    const answers = (await guesses).map(({ status }) => status);
    // One every four seconds, and none that waits for longer than twelve.
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(3);
  }, 40_000);

  test('too many pages of one link, and of one network', async () => {
    const { id } = await share();
    const address = '2001:db8:77:78::1';
    await setUses('share_network', '2001:db8:77:0::/56', 3_000);
    expect((await open(newShareSecret(id), { address })).status).toBe(429);
    await setUses('share_link', id, 60_000);
    expect((await open(newShareSecret(id))).status).toBe(429);
  });
});
