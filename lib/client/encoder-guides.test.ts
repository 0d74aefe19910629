import { expect, test } from 'vitest';
import { encoderGuides } from './encoder-guides';

test.each(['localhost', '[fe80::1]'])('every encoder on %s learns host, port and key', (hostname) => {
  const guides = encoderGuides({ hostname, ingestPort: 20000, viewPort: 20001 }, 'k3y');
  expect(guides.map((guide) => guide.name)).toEqual(['OBS', 'Larix', 'vMix', 'ffmpeg']);
  for (const { fields } of guides) {
    const text = fields.map((field) => field.value).join(' ');
    expect(text).toContain(hostname.replace(/[[\]]/g, ''));
    expect(text).toContain('20000');
    expect(text).toContain('k3y');
  }
});
