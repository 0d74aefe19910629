import { floodCalls } from '../../gateway/flood-calls';
import type { Attack } from '../attack';

/** Few calls of each socket, and few sockets of each address, so that no limit of a source stops them. */
const localAddresses = Array.from({ length: 500 }, (_, index) => `127.66.0.${1 + (index % 50)}`);

/** Calls without an account. The router must look up each key. */
export const unknownKeyCalls: Attack = {
  name: 'calls with unknown keys from 50 addresses, 1,500 a second at each port',
  run: async ({ ingestPort, viewPort }, signal) => {
    const keyOf = (count: number) => `a-key-of-nobody-number-${count}`;
    const flood = { localAddresses, perSecond: 1_500, keyOf };
    await Promise.all([ingestPort, viewPort].map((port) => floodCalls({ port, ...flood }, signal)));
  },
};
