import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { usableTcpPort } from './ports';

test('a port that is taken is replaced by a free one, and taken once it is free', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const other = await usableTcpPort('127.0.0.1', port);
  expect(other).toBeGreaterThan(0);
  expect(other).not.toBe(port);
  holder.close();
  await once(holder, 'close');
  expect(await usableTcpPort('127.0.0.1', port)).toBe(port);
});
