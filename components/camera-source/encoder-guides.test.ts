import { expect, test } from 'vitest';
import { encoderGuides } from './encoder-guides';

test.each(['localhost', '[fe80::1]'])(
  'every guide on %s has host, port, key, passphrase, and the latency in its unit',
  (hostname) => {
    const host = { hostname, ingestPort: 20000, viewPort: 20001 };
    const guides = encoderGuides(host, { streamKey: 'k3y', viewKey: 'v13w', passphrase: 's3cret.words' }, 250);
    expect(guides.map((guide) => guide.name)).toEqual(['OBS', 'Larix', 'vMix', 'Moblin', 'BELABOX', 'ffmpeg']);
    for (const { name, fields } of guides) {
      const text = fields.map((field) => field.value).join(' ');
      expect(text).toContain(hostname.replace(/[[\]]/g, ''));
      expect(text).toContain('20000');
      expect(text).toContain('k3y');
      expect(text).toContain('s3cret.words');
      expect(text).not.toContain('v13w');
      const takesAddress = name === 'OBS' || name === 'ffmpeg';
      const isBonded = name === 'Moblin' || name === 'BELABOX';
      expect(text).toMatch(takesAddress ? /&latency=250000\b/ : isBonded ? /(^| )1000( |$)/ : /(^| )250( |$)/);
    }
    const open = encoderGuides(host, { streamKey: 'k3y', viewKey: 'v13w', passphrase: null }, 250);
    expect(JSON.stringify(open)).not.toMatch(/passphrase/i);
  },
);
