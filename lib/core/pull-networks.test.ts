import { expect, test } from 'vitest';
import { mayPullFrom, type PullNetworks } from './pull-networks';

const everybody: PullNetworks = { reaches: ['public'], named: [] };
const operator: PullNetworks = { reaches: ['public', 'private'], named: [] };
const named: PullNetworks = { reaches: [], named: ['10.20.0.0/16', '127.0.0.0/8', 'fd12::/16'] };

test.each([
  ['93.184.216.34', true, true, false],
  ['2606:2800:220:1:248:1893:25c8:1946', true, true, false],
  ['192.168.1.20', false, true, false],
  ['100.64.0.1', false, true, false],
  ['fd00::20', false, true, false],
  ['10.20.3.4', false, true, true],
  ['::ffff:10.20.3.4', false, true, true],
  ['fd12::1', false, true, true],
  ['127.0.0.1', false, false, true],
  ['::1', false, false, false],
])('%s is reached by everybody: %s, by the operator: %s, as a named network: %s', (address, ...expected) => {
  expect([everybody, operator, named].map((networks) => mayPullFrom(address, networks))).toEqual(expected);
});

test.each([
  '169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '0.0.0.0',
  '::',
  'fe80::1',
])('%s is reached by nobody, even if its network is named', (address) => {
  const all: PullNetworks = { reaches: ['public', 'private'], named: ['0.0.0.0/0', '::/0'] };
  expect(mayPullFrom(address, all)).toBe(false);
});
