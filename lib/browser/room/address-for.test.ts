import { afterEach, expect, test, vi } from 'vitest';
import { addressFor } from './event-room';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https:', 'ws://shows.example/livekit', 'wss://shows.example/livekit'],
  ['https:', 'wss://media.example', 'wss://media.example'],
  ['http:', 'ws://192.168.1.5:3000/livekit', 'ws://192.168.1.5:3000/livekit'],
])('on a page by %s, %s is reached at %s', (protocol, url, reached) => {
  vi.stubGlobal('location', { protocol });
  expect(addressFor(url)).toBe(reached);
});
