import { expect, test } from 'vitest';
import { readServiceProvider } from './service-provider';

/** A section of services, each with its descriptors. */
function section(services: Buffer[], tableId = 0x42): Buffer {
  const loops = services.map((descriptors, index) =>
    Buffer.concat([Buffer.from([0, index + 1, 0xfc, 0x80, descriptors.length]), descriptors]),
  );
  const body = Buffer.concat([Buffer.from([0, 1, 0xc1, 0, 0, 0xff, 0x01, 0xff]), ...loops, Buffer.alloc(4)]);
  return Buffer.concat([Buffer.from([tableId, 0xf0, body.length]), body]);
}

const service = (provider: string | Buffer, name = 'Service01'): Buffer => {
  const texts = [provider, name].flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)]);
  const content = Buffer.concat([Buffer.from([1]), ...texts]);
  return Buffer.concat([Buffer.from([0x48, content.length]), content]);
};
const other = Buffer.from([0x5f, 2, 1, 2]);

test.each([
  ['FFmpeg, after another descriptor', section([Buffer.concat([other, service('FFmpeg')])]), 'FFmpeg'],
  ['the first that names one', section([service(''), service('Teradek')]), 'Teradek'],
  ['without the choice of characters', section([service(Buffer.from('\x15Kiloview', 'latin1'))]), 'Kiloview'],
  ['of forty characters at most', section([service('A'.repeat(60))]), 'A'.repeat(40)],
  ['none', section([other]), null],
  ['a service of another stream', section([service('FFmpeg')], 0x46), null],
  ['lengths that lie', section([Buffer.from([0x48, 200, 1, 200, 65, 66])]), null],
  ['nothing', section([]), null],
])('%s', (_, given, provider) => expect(readServiceProvider(given)).toBe(provider));
