import { afterEach, expect, test, vi } from 'vitest';
import { programEnv } from './program-env';

afterEach(() => vi.unstubAllEnvs());

test('a program gets none of the settings that only scripts and other programs read', () => {
  vi.stubEnv('LIVEKIT_SERVER_BIN', 'livekit-server');
  vi.stubEnv('SEED_PASSWORD', 'secret');
  vi.stubEnv('LOG_LEVEL', 'warn');
  const env = programEnv('web', { LIVEKIT_URL: 'ws://127.0.0.1:7880' });
  expect(env).toMatchObject({ LIVEKIT_URL: 'ws://127.0.0.1:7880', LOG_LEVEL: 'warn' });
  expect(Object.keys(env)).not.toContain('SEED_PASSWORD');
  // `npm start` sets it for itself: web would report that it has no effect beside LIVEKIT_URL.
  expect(Object.keys(env)).not.toContain('LIVEKIT_SERVER_BIN');
});
