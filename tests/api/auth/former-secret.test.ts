import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { GET as listCameraInvites } from '@/app/api/v1/events/[id]/camera_invites/route';
import { GET as listShareLinks } from '@/app/api/v1/events/[id]/share_links/route';
import { POST as openShareLink } from '@/app/api/v1/share/route';
import { authenticate } from '@/lib/auth/authenticate';
import { mintRecordingToken, readRecordingToken } from '@/lib/auth/recording-token';
import { encodeToken } from '@/lib/auth/token';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import type { ShareJson, ShareLinkJson } from '@/lib/contracts/share-links';
import { newId } from '@/lib/core/id';
import { clientAddressHeader } from '@/lib/http/client-address';
import { webEnv } from '@/lib/platform/env/web-env';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { createShareLink } from '@/lib/use-cases/sharing/share-links';
import { signShareViewer } from '@/lib/use-cases/sharing/share-secrets';
import { call } from '../../support/api/api';
import { makeEvent, makeUser, newAddress } from '../../support/api/factories';

// Each kind of thing that AUTH_SECRET signed before a rotation: while the former secret is set, and after it was removed.

const original = { AUTH_SECRET: webEnv().AUTH_SECRET, AUTH_SECRET_FORMER: undefined };
afterEach(() => Object.assign(webEnv(), original));

/** As a web server does that starts again with these settings. */
const rotate = () =>
  Object.assign(webEnv(), {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_SECRET_FORMER: original.AUTH_SECRET,
  });
const forgetFormer = () => Object.assign(webEnv(), { AUTH_SECRET_FORMER: undefined });

test('people stay signed in, and sign in again once it was removed; nothing new is signed with it', async () => {
  const { actor, token } = await makeUser();
  const { authSessionId, userId, organizationId } = actor;
  rotate();
  expect(await authenticate(token)).toMatchObject({ userId });
  const renewed = await encodeToken({ authSessionId, userId, organizationId });
  forgetFormer();
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await authenticate(renewed)).toMatchObject({ userId });
});

test('addresses of recordings stay valid, for the use that they name', () => {
  const [id, holderId] = [newId(), newId()];
  const token = mintRecordingToken(id, 'play', holderId);
  rotate();
  expect(readRecordingToken(token, id, 'play')).toBe(holderId);
  expect(readRecordingToken(token, id, 'download')).toBeNull();
  const renewed = mintRecordingToken(id, 'play', holderId);
  forgetFormer();
  expect([token, renewed].map((each) => readRecordingToken(each, id, 'play'))).toEqual([null, holderId]);
});

test('share links and camera invites open for ever, and can be copied until it was removed', async () => {
  const { actor, token } = await makeUser();
  const { id } = await makeEvent(actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const options = { streamIds: null, canHear: false, expiresAt, maxViewers: null };
  const { id: linkId } = await createShareLink(actor, id, { name: 'Client', password: 'open sesame', ...options });
  await createCameraInvite(actor, id, { label: 'Balcony', maxUses: 1, expiresAt });

  const pathsOf = async (): Promise<(string | null)[]> => {
    const read = async (handler: typeof listShareLinks) =>
      (await call(handler, { token, params: { id } })).body as { data: (ShareLinkJson | CameraInviteJson)[] };
    const lists = [await read(listShareLinks), await read(listCameraInvites)];
    return lists.flatMap(({ data }) => data.map(({ attributes }) => attributes.path));
  };
  const [sharePath = '', invitePath] = await pathsOf();
  expect(sharePath).toMatch(/^\/share#[\w-]{43}$/);
  expect(invitePath).toMatch(/^\/camera#[\w-]{43}$/);
  const open = (share: object) =>
    call(openShareLink, {
      method: 'POST',
      headers: { [clientAddressHeader]: newAddress() },
      body: { share: { secret: sharePath?.split('#')[1], ...share } },
    });
  const viewer = signShareViewer(linkId, newId());

  rotate();
  expect(await pathsOf()).toEqual([sharePath, invitePath]);
  // A page that was let in comes back without the password, and is let in by the new secret from then on.
  const back = await open({ viewer });
  expect(back.status).toBe(200);
  const { viewer: renewed } = (back.body as { data: ShareJson }).data.attributes;
  expect(renewed.split('.')[0]).toBe(viewer.split('.')[0]);
  expect(renewed).not.toBe(viewer);
  const { authSessionId, userId, organizationId } = actor;
  const renewedToken = await encodeToken({ authSessionId, userId, organizationId });

  forgetFormer();
  expect((await open({ viewer })).status).toBe(401);
  expect((await open({ viewer: renewed })).status).toBe(200);
  expect((await open({ password: 'open sesame' })).status).toBe(200);
  const withNewToken = await call(listShareLinks, { token: renewedToken, params: { id } });
  expect((withNewToken.body as { data: ShareLinkJson[] }).data.map(({ attributes }) => attributes.path)).toEqual([
    null,
  ]);
});
