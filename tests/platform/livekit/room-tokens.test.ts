import { afterEach, expect, onTestFinished, test } from 'vitest';
import { participantOf } from '@/lib/contracts/participants';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import {
  eventIdOf,
  mintPublisherToken,
  mintViewerToken,
  readRoomToken,
  roomName,
  viewerIdentity,
} from '@/lib/platform/livekit/room-tokens';
import { LiveKitRefusal, LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import { OwnLivekit } from '../../support/room/own-livekit';

let livekit: OwnLivekit | undefined;

afterEach(() => livekit?.stop());

const [eventId, authSessionId] = [newId(), newId()];

test('a viewer’s token is for ten minutes, one room, and watching alone', async () => {
  const identity = viewerIdentity(authSessionId);
  const [, payload = ''] = mintViewerToken(eventId, identity).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  expect(claims.sub).toBe(identity);
  expect(Number(claims.exp) - Date.now() / 1000).toBeGreaterThan(590);
  expect(Number(claims.exp) - Date.now() / 1000).toBeLessThanOrEqual(600);
  expect(claims.video).toEqual({
    roomJoin: true,
    room: `event-${eventId}`,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
});

test('a viewer’s identity names the auth session, and each page has its own', () => {
  const [first, second] = [viewerIdentity(authSessionId), viewerIdentity(authSessionId)];
  expect(first).not.toBe(second);
  for (const identity of [first, second]) {
    expect(participantOf(identity)).toMatchObject({ kind: 'viewer', credentialId: authSessionId });
  }
  for (const other of [`camera-${newId()}`, `viewer-${newId()}`, 'EG_x', `x${first}`]) {
    expect(participantOf(other)?.kind).not.toBe('viewer');
  }
  expect(eventIdOf(roomName(eventId))).toBe(eventId);
  for (const other of ['event-1', `${roomName(eventId)}x`, 'lobby']) expect(eventIdOf(other)).toBeUndefined();
});

test('reads tokens of the key from before a rotation, and of no other', async () => {
  const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
  const original = { LIVEKIT_API_KEY, LIVEKIT_API_SECRET };
  const former = { LIVEKIT_API_KEY_FORMER: LIVEKIT_API_KEY, LIVEKIT_API_SECRET_FORMER: LIVEKIT_API_SECRET };
  const none = { LIVEKIT_API_KEY_FORMER: undefined, LIVEKIT_API_SECRET_FORMER: undefined };
  onTestFinished(() => void Object.assign(livekitEnv(), original, none));
  const identity = viewerIdentity(authSessionId);
  const before = mintViewerToken(eventId, identity);
  Object.assign(livekitEnv(), { LIVEKIT_API_KEY: 'next', LIVEKIT_API_SECRET: 'z'.repeat(43) }, former);
  const claims = { identity, room: roomName(eventId), fromMs: expect.any(Number) };
  const after = mintViewerToken(eventId, identity);
  expect([await readRoomToken(before), await readRoomToken(after)]).toEqual([claims, claims]);
  Object.assign(livekitEnv(), none);
  expect([await readRoomToken(before), await readRoomToken(after)]).toEqual([null, claims]);
});

test('LiveKit with another secret lets nobody in by a token that was made before', async () => {
  livekit = await OwnLivekit.start();
  const { url } = livekit;
  const tokens = [
    mintViewerToken(eventId, viewerIdentity(authSessionId)),
    await mintPublisherToken(eventId, `camera-${newId()}`),
  ];
  for (const token of tokens) (await LiveKitSignal.join(url, token)).signal.close();
  await livekit.kill();
  await livekit.restart('y'.repeat(43));
  for (const token of tokens) {
    const refusal = await LiveKitSignal.join(url, token).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LiveKitRefusal);
    expect((refusal as LiveKitRefusal).status).toBe(401);
  }
});
