import { expect, test } from 'vitest';
import { networkOf, siteOf } from './network-of';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:DB8:1:2::6', '2001:db8:1:0::/56'],
  ['2001:0db8:0001:abcd:ffff:ffff:ffff:ffff', '2001:db8:1:ab00::/56'],
  ['2001:db8::', '2001:db8:0:0::/56'],
  ['2001:db8::1234:2:3:4:5', '2001:db8:0:1200::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/56'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ['192.0.2.7', null],
  ['::ffff:192.0.2.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['', null],
])('%s is of the site %s', (address, site) => expect(siteOf(address)).toBe(site));
