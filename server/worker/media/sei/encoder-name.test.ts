import { expect, test } from 'vitest';
import { readEncoderName } from './encoder-name';

const message = (uuid: string, text: string) => ({
  type: 5,
  payload: Buffer.concat([Buffer.from(uuid, 'hex'), Buffer.from(text)]),
});
const x264 = 'dc45e9bde6d948b7962cd820d923eeef';

test.each([
  ['x264', message(x264, 'x264 - core 164 r3095 baee400 - H.264/MPEG-4 AVC codec - Copyleft 2003'), 'x264 core 164'],
  ['a text under another UUID', message('00'.repeat(16), 'x264 - core 164'), null],
  ['a UUID alone', message(x264, ''), null],
  ['a text that is cut', message(x264, 'x264 - co'), null],
  ['another kind of message', { type: 4, payload: message(x264, 'x264 - core 164').payload }, null],
])('%s', (_, given, name) => expect(readEncoderName([{ type: 1, payload: Buffer.alloc(3) }, given])).toBe(name));
