import { expect, onTestFinished, test } from 'vitest';
import { readPublicAddress } from '@/lib/platform/livekit/public-address';
import { freeUdpPort } from '../../support/network/free-port';
import { OwnLivekit } from '../../support/room/own-livekit';

test('a STUN server says from where it is asked', async () => {
  const livekit = await OwnLivekit.startWithTurn('udp');
  onTestFinished(() => livekit.stop());
  expect(await readPublicAddress(`127.0.0.1:${livekit.turnPort}`)).toBe('127.0.0.1');
});

test('one that is not there is named', async () => {
  const server = `127.0.0.1:${await freeUdpPort()}`;
  await expect(readPublicAddress(server)).rejects.toThrow(`The STUN server ${server} of NODE_IP does not answer.`);
  await expect(readPublicAddress('stun.invalid')).rejects.toThrow(
    'The STUN server stun.invalid of NODE_IP cannot be reached.',
  );
});
