import { expect, test } from 'vitest';
import { maskPullAddress, type PullAddress, pullAddressSentences, readPullAddress } from './pull-address';

const read = (text: string): PullAddress => {
  const address = readPullAddress(text);
  if (typeof address === 'string') throw new Error(address);
  return address;
};

test('an address has its parts, however it was pasted', () => {
  expect(read(' SRT://Cam.example:9000?streamid=#!::r=live/a,m=request&passphrase=0123456789 ')).toMatchObject({
    scheme: 'srt',
    host: 'cam.example',
    port: 9000,
  });
  expect(read('srt://cam:9000?streamid=#!::r=live').query.get('streamid')).toBe('#!::r=live');
  expect(read('srt://cam:9000?passphrase=0123+56789%2B').query.get('passphrase')).toBe('0123+56789+');
  expect(read('https://cam/live.ts?token=a%26b+c&bare').search).toBe('?token=a%26b+c&bare');
  expect(read('http://us%40er:p%2Fw@[fd00::1]/a/b.ts?x=1')).toMatchObject({
    host: 'fd00::1',
    port: 80,
    username: 'us%40er',
    password: 'p%2Fw',
    path: '/a/b.ts',
  });
});

test('what may be shown has neither user nor password nor query', () => {
  const shown = (text: string) => maskPullAddress(read(text));
  expect(shown('https://user:secret@cam.example/live.ts?token=secret#secret')).toBe('https://cam.example/live.ts');
  expect(shown('http://user@[fd00::1]:8080/')).toBe('http://[fd00::1]:8080');
  expect(shown('rtsp://user:secret@cam/Streaming/Channels/101')).toBe('rtsp://cam/Streaming/Channels/101');
  expect(shown('rtmp://cam/live/secret?token=secret')).toBe('rtmp://cam/live/…');
  expect(shown('rtmp://cam/secret')).toBe('rtmp://cam/…');
  expect(shown('srt://cam:9000?passphrase=secretsecret&streamid=secret')).toBe('srt://cam:9000');
});

test.each([
  ['file:///etc/passwd', pullAddressSentences.scheme],
  ['192.168.1.20', pullAddressSentences.scheme],
  ['concat:http://cam/a|http://cam/b', pullAddressSentences.scheme],
  ['http:///path', pullAddressSentences.form],
  ['http://user:p/w@cam/', pullAddressSentences.form],
  ['http://cam:0/', pullAddressSentences.form],
  ['srt://cam', pullAddressSentences.port],
  ['rtmp://cam', pullAddressSentences.stream],
  ['rtmps://cam/live/', pullAddressSentences.stream],
  ['rtmp://user:word@cam/live/a', pullAddressSentences.rtmpUser],
  ['https://cam/live/index.m3u8?token=1', pullAddressSentences.hls],
  ['srt://cam:9000?mode=listener', pullAddressSentences.mode],
  ['srt://cam:9000?passphrase=short', pullAddressSentences.passphrase],
])('%s is refused by a sentence', (text, sentence) => {
  expect(readPullAddress(text)).toBe(sentence);
});
