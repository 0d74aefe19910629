import { expect, test } from 'vitest';
import { refusalOfUrl } from './refusal-of-url';

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
