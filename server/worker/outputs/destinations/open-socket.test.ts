import { expect, test } from 'vitest';
import { DestinationFault } from './destination-fault';
import { addressesToCall } from './open-socket';

test('a service of this installation is no destination, in whatever network it is', async () => {
  const rights = {
    networks: { reaches: [], named: ['127.0.0.0/8'] },
    ownServices: [{ host: '127.0.0.1', port: 6_379 }],
  };
  await expect(addressesToCall('127.0.0.1', 6_379, rights)).rejects.toEqual(new DestinationFault('not_allowed'));
  expect(await addressesToCall('127.0.0.1', 1_935, rights)).toEqual(['127.0.0.1']);
});
