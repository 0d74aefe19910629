import { isIPv4 } from 'node:net';
import { expect, test, vi } from 'vitest';
import { GET } from '@/app/api/v1/lan_addresses/route';
import { clientAddressHeader } from '@/lib/http/client-address';
import { makeUser } from '../../support/api/factories';

vi.mock('node:os', async (original) => {
  const address = (text: string, internal = false) => ({
    family: isIPv4(text) ? 'IPv4' : 'IPv6',
    internal,
    address: text,
  });
  return {
    ...(await original<typeof import('node:os')>()),
    networkInterfaces: () => ({
      lo: [address('127.0.0.1', true), address('::1', true)],
      eth0: [address('192.168.1.20'), address('fe80::1')],
      wlan0: [address('10.0.0.7')],
      en7: [address('169.254.9.9')],
      docker0: [address('172.17.0.1')],
      'br-5f2a': [address('172.18.0.1')],
    }),
  };
});

async function read(clientAddress: string): Promise<unknown> {
  const { token } = await makeUser();
  const headers = { authorization: `Bearer ${token}`, [clientAddressHeader]: clientAddress };
  const request = new Request('http://localhost:3000/api/v1/lan_addresses', { headers });
  return (await GET(request, { params: Promise.resolve({}) })).json();
}

test.each(['127.0.0.1', '::1'])(
  'a browser on this machine (%s) is told its addresses in local networks',
  async (address) => {
    expect(await read(address)).toEqual({ data: ['192.168.1.20', '10.0.0.7'] });
  },
);

test.each(['192.168.1.30', '203.0.113.9', ''])('a browser elsewhere (%j) is told none', async (address) => {
  expect(await read(address)).toEqual({ data: [] });
});
