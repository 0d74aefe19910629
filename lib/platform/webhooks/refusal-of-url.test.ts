import { describe, expect, test } from 'vitest';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { refusalOfUrl, webhookNetworks } from './refusal-of-url';

test.each<[string, RegExp | null, RegExp | null]>([
  ['https://example.com/hook', null, null],
  ['https://example.com:8443/hook', null, null],
  ['http://example.com/hook', /https/, null],
  ['https://example.com:25/', /port/, null],
  ['https://127.0.0.1/', /not on the internet/, null],
  ['https://[::1]/', /not on the internet/, null],
  ['https://[::ffff:127.0.0.1]/', /not on the internet/, null],
  // Ways of writing 127.0.0.1 that URL reads.
  ['https://2130706433/', /not on the internet/, null],
  ['https://0x7f.1/', /not on the internet/, null],
  ['https://0177.0.0.1/', /not on the internet/, null],
  ['https://169.254.169.254/latest/meta-data', /not on the internet/, /not on the internet/],
  ['https://0.0.0.0/', /not on the internet/, /not on the internet/],
  ['https://[::]/', /not on the internet/, /not on the internet/],
])('%s', (url, refusal, refusalWherePrivateIsAllowed) => {
  for (const [sentence, expected] of [
    [refusalOfUrl(new URL(url), false), refusal],
    [refusalOfUrl(new URL(url), true), refusalWherePrivateIsAllowed],
  ] as const) {
    if (expected) expect(sentence).toMatch(expected);
    else expect(sentence).toBeNull();
  }
});

const onInternet = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'];

const ownNetworks = [
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
];

const nowhere = [
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '::ffff:0.0.0.0',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  'ff02::1',
  '240.0.0.1',
  '255.255.255.255',
  '2001:db8::1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  '::7f00:1',
  'example.com',
  '',
];

const isReached = (address: string, allowPrivate: boolean) => mayPullFrom(address, webhookNetworks(allowPrivate));

describe.each([false, true])('where private networks are allowed: %s', (allowPrivate) => {
  test.each(onInternet)('%s is allowed', (address) => expect(isReached(address, allowPrivate)).toBe(true));
  test.each(ownNetworks)('%s is allowed there alone', (address) =>
    expect(isReached(address, allowPrivate)).toBe(allowPrivate),
  );
  test.each(nowhere)('%s is refused', (address) => expect(isReached(address, allowPrivate)).toBe(false));
});
