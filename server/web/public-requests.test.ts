import { expect, test } from 'vitest';
import { PublicRequests } from './public-requests';

test('a network has so many public requests in ten seconds, and does not use up another one’s', async () => {
  const requests = new PublicRequests();
  for (let count = 0; count < 600; count++) expect(await requests.use(`2001:db8::${count.toString(16)}`)).toBeNull();
  expect(await requests.use('2001:db8::ffff')).toBeGreaterThan(0);
  expect(await requests.use('2001:db8:0:1::1')).toBeNull();
});
