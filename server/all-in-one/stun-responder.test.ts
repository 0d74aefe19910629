import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readPublicAddress } from '@/lib/platform/livekit/public-address';
import { openStunResponder } from './stun-responder';

test('says from which address it is asked, and goes on after what is no request', async () => {
  const responder = await openStunResponder();
  onTestFinished(() => responder.close());
  const stranger = createSocket('udp4');
  for (const junk of [Buffer.alloc(0), Buffer.from('junk'), Buffer.alloc(400, 0xff)]) {
    stranger.send(junk, responder.port, '127.0.0.1');
  }
  expect(await readPublicAddress(`127.0.0.1:${responder.port}`)).toBe('127.0.0.1');
  stranger.close();
  await once(stranger, 'close');
});
