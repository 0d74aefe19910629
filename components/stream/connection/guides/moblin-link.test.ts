import { expect, test } from 'vitest';
import { moblinLink } from './moblin-link';

const host = { hostname: '192.168.1.20', ingestPort: 20000, viewPort: 20001 };
const settingsOf = (link: string) => JSON.parse(decodeURIComponent(link.replace('moblin://?', '')));

test('the link has all that Moblin needs, and no other key', () => {
  const link = moblinLink('Balcony "2"', host, { streamKey: 'k3y', passphrase: 's3cret.words' }, 250);
  expect(link).not.toMatch(/[\s"{}]/);
  expect(settingsOf(link)).toEqual({
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

test('without encryption it has no passphrase, and an IPv6 host has brackets', () => {
  const link = moblinLink('A', { ...host, hostname: '::1' }, { streamKey: 'k', passphrase: null }, 120);
  expect(settingsOf(link).streams[0].url).toBe('srt://[::1]:20000?streamid=k');
});
