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
const beside = { LIVEKIT_URL: 'ws://127.0.0.1:7880' };

describe('the address of LiveKit for a browser', () => {
  test.each([
    [
      'is the public one when it is set',
      { ...beside, LIVEKIT_PUBLIC_URL: 'wss://live.example.com' },
      page,
      {},
      'wss://live.example.com',
    ],
    [
      'is the configured one when LiveKit is on another machine',
      { LIVEKIT_URL: 'wss://sfu.internal:443' },
      page,
      { host: 'a.example' },
      'wss://sfu.internal:443',
    ],
    ['is beside the page on this machine', beside, page, { host: 'localhost:3000' }, 'ws://localhost:7880'],
    ['is beside the page on another machine', beside, page, { host: '192.168.1.5:3000' }, 'ws://192.168.1.5:7880'],
    ['is beside the page over IPv6', beside, page, { host: '[fe80::1]:3000' }, 'ws://[fe80::1]:7880'],
    [
      'is secure for a secure page',
      beside,
      'https://studio.example/api',
      { host: 'studio.example' },
      'wss://studio.example:7880',
    ],
    [
      'is secure behind a proxy',
      beside,
      page,
      { host: 'studio.example', 'x-forwarded-proto': 'https' },
      'wss://studio.example:7880',
    ],
    ['is the configured one when the host is not valid', beside, page, { host: 'a b' }, 'ws://127.0.0.1:7880'],
    [
      'is the configured one when there is no host',
      { LIVEKIT_URL: 'ws://localhost:7880' },
      page,
      {},
      'ws://localhost:7880',
    ],
  ])('%s', async (_, settings, url, headers, expected) => {
    expect(await livekitUrl(settings, url, headers)).toBe(expected);
  });
});
