import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function livekitUrl(settings: Record<string, string>, url: string, headers: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { livekitPublicUrl } = await import('@/lib/platform/livekit/public-url');
  return livekitPublicUrl(new Request(url, { headers }));
}

const page = 'http://localhost:3000/api/v1/events';
const internal = { LIVEKIT_URL: 'ws://livekit.internal:7880' };

describe('the address of LiveKit for a browser', () => {
  test.each([
    [
      'is the public one when it is set',
      { LIVEKIT_URL: 'ws://127.0.0.1:7880', LIVEKIT_PUBLIC_URL: 'wss://live.example.com' },
      page,
      {},
      'wss://live.example.com',
    ],
    ['is at the page’s own host', internal, page, { host: 'localhost:3000' }, 'ws://localhost:3000/livekit'],
    ['is at the host that was asked', internal, page, { host: '192.168.1.5:3000' }, 'ws://192.168.1.5:3000/livekit'],
    ['is at the page’s own host over IPv6', internal, page, { host: '[fe80::1]:3000' }, 'ws://[fe80::1]:3000/livekit'],
    [
      'is secure for a secure page',
      internal,
      'https://studio.example/api',
      { host: 'studio.example' },
      'wss://studio.example/livekit',
    ],
    [
      'is secure behind a proxy',
      internal,
      page,
      { host: 'studio.example:443', 'x-forwarded-proto': 'https' },
      'wss://studio.example/livekit',
    ],
    ['is the configured one when the host is not valid', internal, page, { host: 'a b' }, 'ws://livekit.internal:7880'],
    ['is the configured one when there is no host', internal, page, {}, 'ws://livekit.internal:7880'],
  ])('%s', async (_, settings, url, headers, expected) => {
    expect(await livekitUrl(settings, url, headers)).toBe(expected);
  });
});
