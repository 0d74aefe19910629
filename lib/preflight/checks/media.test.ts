import { expect, test } from 'vitest';
import { judgeMediaPaths } from './media';

const udp = (address: string) => ({ protocol: 'udp' as const, address, port: 7882 });
const tcp = (address: string) => ({ protocol: 'tcp' as const, address, port: 7881 });
const near = '192.168.1.20';
const far = '203.0.114.7';

test.each([
  ['both ways answer', [udp(near), tcp(near)], [udp(near), tcp(near)], ['ok']],
  ['one of two addresses answers', [udp(near), udp(far), tcp(far)], [udp(near), tcp(far)], ['ok']],
  ['UDP is silent', [udp(near), tcp(near)], [tcp(near)], ['problem']],
  ['UDP is silent at a public address', [udp(far), tcp(far)], [tcp(far)], ['warning']],
  ['no UDP is announced', [tcp(far)], [tcp(far)], ['problem']],
  ['TCP is silent', [udp(near), tcp(near)], [udp(near)], ['warning']],
  ['no TCP is announced', [udp(near)], [udp(near)], ['warning']],
  ['nothing answers', [udp(near), tcp(near)], [], ['problem', 'warning']],
])('%s', (_, announced, answered, levels) => {
  expect(judgeMediaPaths({ announced, answered }).map(({ level }) => level)).toEqual(levels);
});
