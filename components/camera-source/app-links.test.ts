import { expect, test } from 'vitest';
import { larixLink, moblinLink } from './app-links';

const host = { hostname: '192.168.1.20', ingestPort: 20000, viewPort: 20001 };
const moblinSettings = (link: string) => JSON.parse(decodeURIComponent(link.replace('moblin://?', '')));
const larixSettings = (link: string) => Object.fromEntries(new URL(link).searchParams);

test('the link has all that Larix needs, and nothing else', () => {
  const link = larixLink('Camera 1 & 2', host, { streamKey: 'k3y', passphrase: 's3cret.words' }, 250);
  expect(link).toMatch(
    /^larix:\/\/set\/v1\?conn\[\]\[url\]=srt%3A%2F%2F192\.168\.1\.20%3A20000&conn\[\]\[name\]=Camera%201/,
  );
  expect(larixSettings(link)).toEqual({
    'conn[][url]': 'srt://192.168.1.20:20000',
    'conn[][name]': 'Camera 1 & 2',
    'conn[][mode]': 'av',
    'conn[][srtmode]': 'c',
    'conn[][srtlatency]': '250',
    'conn[][srtstreamid]': 'k3y',
    'conn[][srtpass]': 's3cret.words',
    'conn[][srtpbkl]': '16',
    'conn[][overwrite]': 'on',
    'conn[][active]': 'on',
  });
});

test('without encryption Larix has no passphrase, and an IPv6 host has brackets', () => {
  const link = larixLink('A', { ...host, hostname: '::1' }, { streamKey: 'k', passphrase: null }, 120);
  expect(link).not.toMatch(/srtp/);
  expect(larixSettings(link)['conn[][url]']).toBe('srt://[::1]:20000');
});

test('the link has all that Moblin needs, and no other key', () => {
  const link = moblinLink('Balcony "2"', host, { streamKey: 'k3y', passphrase: 's3cret.words' }, 250);
  expect(link).not.toMatch(/[\s"{}]/);
  expect(moblinSettings(link)).toEqual({
    streams: [
      {
        name: 'Balcony "2"',
        url: 'srt://192.168.1.20:20000?streamid=k3y&passphrase=s3cret.words',
        selected: true,
        video: { codec: 'H.264/AVC' },
        srt: { latency: 250 },
      },
    ],
  });
});

test('without encryption Moblin has no passphrase, and an IPv6 host has brackets', () => {
  const link = moblinLink('A', { ...host, hostname: '::1' }, { streamKey: 'k', passphrase: null }, 120);
  expect(moblinSettings(link).streams[0].url).toBe('srt://[::1]:20000?streamid=k');
});
