import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { readPullAddress } from '@/lib/contracts/pull-address';
import { addressReach } from '@/lib/core/address-reach';
import type { HostRights } from '@/lib/core/pull-networks';
import { HostError, pinnedAddresses } from './pinned-host';

const rights = { networks: { reaches: ['public' as const], named: [] }, ownServices: [] };

/** Spellings of addresses inside: this machine, its networks, and a cloud's metadata server. */
const insides = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.9.9.9', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1', '0177.0.0.1'],
  ...['017700000001', '0x7F.0x0.0x0.0x1', '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127.0.0.1%2e'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'lOcAlHoSt'],
  ...['0', '0.0.0.0', '0x0', '00.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[2002:7f00:1::]', '10.0.0.1', '10.1', '167772161', '172.16.0.1', '0xac100001', '192.168.1.1', '192.168.257'],
  ...['0300.0250.1.1', '[fd00::1]', '[fe80::1]', '[::ffff:192.168.1.1]', '169.254.169.254', '2852039166', '0xa9fea9fe'],
  ...['[fd00:ec2::254]', '100.100.100.200', '168.63.129.16', '224.0.0.1', '[ff02::1]', '255.255.255.255'],
];

test('the list has more than 41 spellings, each once', () => {
  expect(new Set(insides).size).toBe(insides.length);
  expect(insides.length).toBeGreaterThan(41);
});

test.each(insides)('%s is not reached without the right', async (host) => {
  for (const text of [`srt://${host}:9000`, `http://user@${host}/live.ts`, `https://${host}:8443/`]) {
    const address = readPullAddress(text);
    if (typeof address === 'string') continue;
    await expect(pinnedAddresses(address.host, address.port, rights)).rejects.toMatchObject({
      fault: expect.stringMatching(/^(not_allowed|unknown_host)$/),
    });
  }
});

test('a name is refused for one of its addresses, and asked for once', async () => {
  let asked = 0;
  const resolve = async () => [['93.184.216.34', '10.0.0.1'], ['93.184.216.34']][asked++] ?? [];
  await expect(pinnedAddresses('cam.test', 80, rights, resolve)).rejects.toEqual(new HostError('not_allowed'));
  expect(await pinnedAddresses('cam.test', 80, rights, resolve)).toEqual(['93.184.216.34']);
  await expect(pinnedAddresses('cam.test', 80, rights, resolve)).rejects.toEqual(new HostError('unknown_host'));
  expect(asked).toBe(3);
});

test('what listens on this machine is reached at its own addresses where it may be, and no service of it', async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find(({ address, internal }) => !internal && addressReach(address) !== 'never');
  if (!own) return;
  const all: HostRights = {
    networks: { reaches: ['public', 'private'], named: [] },
    ownServices: [{ host: '127.0.0.1', port: 5432 }],
  };
  await expect(pinnedAddresses(own.address, 80, all)).rejects.toEqual(new HostError('not_allowed'));
  const open = Object.assign({ reachesMachine: true }, all);
  expect(await pinnedAddresses(own.address, 80, open)).toEqual([own.address]);
  await expect(pinnedAddresses(own.address, 5432, open)).rejects.toEqual(new HostError('not_allowed'));
});

test('an address on the internet is, and a service of this installation is not', async () => {
  expect(await pinnedAddresses('93.184.216.34', 5432, rights)).toEqual(['93.184.216.34']);
  const loopback = {
    networks: { reaches: [], named: ['127.0.0.0/8'] },
    ownServices: [{ host: '127.0.0.1', port: 5432 }],
  };
  expect(await pinnedAddresses('127.0.0.1', 5433, loopback)).toEqual(['127.0.0.1']);
  await expect(pinnedAddresses('127.0.0.1', 5432, loopback)).rejects.toEqual(new HostError('not_allowed'));
});
