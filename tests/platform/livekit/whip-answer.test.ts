import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AccessToken } from 'livekit-server-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { RTCPeerConnection } from 'werift';
import { childEnv } from '@/lib/platform/env/child-env';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { startLivekit } from '@/server/all-in-one/livekit';
import { h264, opus } from '@/server/worker/livekit/rtp-formats';
import { freeTcpPort, freeUdpPort } from '../../support/network/free-port';

/** Each STUN server that is silent takes five seconds, and more for each address of the machine. */
const maxAnswerMs = 4_500;

test('the LiveKit of npm start answers an offer of WHIP at all of this machine’s addresses', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-whip-'));
  const [key, secret] = ['key', 's'.repeat(40)];
  const livekit = await startLivekit({
    program: findLivekit() ?? '',
    directory,
    port: await freeTcpPort(),
    rtcPort: await freeUdpPort(),
    tcpPort: await freeTcpPort(),
    keys: { [key]: secret },
    nodeIp: null,
    metrics: null,
    loopbackOnly: false,
    hasPublicSignalling: false,
    env: childEnv({}),
    onLine: () => undefined,
  });
  const connection = new RTCPeerConnection({ iceServers: [], codecs: { video: [h264], audio: [opus] } });
  onTestFinished(async () => {
    await connection.close();
    await livekit.stop('SIGTERM', 500);
    await rm(directory, { recursive: true, force: true });
  });
  for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'sendonly' });
  await connection.setLocalDescription(await connection.createOffer());
  const token = new AccessToken(key, secret, { identity: 'camera' });
  token.addGrant({ roomJoin: true, room: 'event', canPublish: true });
  const authorization = `Bearer ${await token.toJwt()}`;
  const begunMs = performance.now();
  const answer = await fetch(`${livekit.url.replace(/^ws/, 'http')}/whip/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization },
    body: connection.localDescription?.sdp ?? '',
  });
  expect(answer.status).toBe(201);
  expect(await answer.text()).toContain('a=candidate');
  expect(performance.now() - begunMs).toBeLessThan(maxAnswerMs);
}, 40_000);
