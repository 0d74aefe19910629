import { randomBytes } from 'node:crypto';
import { livekitEnv } from '../env/livekit-env';
import { mintProbeTokens } from './room-tokens';

/** An encoder's offer of one H.264 video. Nothing is sent: whoever publishes it is gone before. */
function newOffer(): string {
  const fingerprint = [...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    `a=fingerprint:sha-256 ${fingerprint}`,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendonly',
    'a=rtcp-mux',
    'a=msid:probe probe',
    `a=ice-ufrag:${randomBytes(4).toString('hex')}`,
    `a=ice-pwd:${randomBytes(16).toString('hex')}`,
    'a=setup:actpass',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Asks LiveKit by WHIP as an encoder does, in an empty room, and leaves it.
 * @returns the answer's status, and how long it took in ms
 * @throws Error when no answer comes within `timeoutMs`
 */
export async function probeWhip(timeoutMs: number): Promise<{ status: number; tookMs: number }> {
  const url = new URL('/whip/v1', livekitEnv().LIVEKIT_URL.replace(/^ws/, 'http'));
  const authorization = `Bearer ${mintProbeTokens().sourceToken}`;
  const startedMs = performance.now();
  const { status, headers } = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/sdp' },
    body: newOffer(),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const tookMs = performance.now() - startedMs;
  const location = headers.get('location');
  if (location !== null) {
    await fetch(new URL(location, url), {
      method: 'DELETE',
      headers: { authorization },
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
  return { status, tookMs };
}
