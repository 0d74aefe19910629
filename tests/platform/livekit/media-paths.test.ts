import { expect, onTestFinished, test } from 'vitest';
import { readMediaPaths } from '@/lib/platform/livekit/media-paths';
import { OwnLivekit } from '../../support/room/own-livekit';

test('LiveKit answers over UDP and over TCP, each at the address that it announces', async () => {
  const livekit = await OwnLivekit.startWithTcp();
  onTestFinished(() => livekit.stop());
  const { announced, answered } = await readMediaPaths(livekit.url);
  expect(announced.map(({ protocol }) => protocol).toSorted()).toEqual(['tcp', 'udp']);
  expect(answered).toEqual(announced);
});

test('what LiveKit announces without being there does not answer', async () => {
  // An address of nobody, which a browser would try in vain.
  const livekit = await OwnLivekit.start({ NODE_IP: '127.0.0.77' });
  onTestFinished(() => livekit.stop());
  const { announced, answered } = await readMediaPaths(livekit.url);
  expect(announced.length).toBeGreaterThan(0);
  expect(answered).toEqual(announced.filter(({ address }) => address === '127.0.0.1'));
});
