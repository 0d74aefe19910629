import { expect, test } from 'vitest';
import { judgeMediaWay } from './check-words';

const address = '203.0.113.7:7882';

test.each([
  [{ kind: 'udp', address, tcpAddress: '203.0.113.7:7881' }, 'ok', 'by TCP, from 203.0.113.7:7881'],
  [{ kind: 'udp', address, tcpAddress: null }, 'warning', 'none by TCP'],
  [{ kind: 'tcp', address }, 'warning', 'by TCP only'],
  [{ kind: 'relay', address }, 'warning', 'through a relay'],
  [{ kind: 'blocked' }, 'problem', 'no video'],
  [{ kind: 'unreachable' }, 'problem', 'cannot reach LiveKit'],
] as const)('%o', (way, level, text) => {
  const judgement = judgeMediaWay(way);
  expect(judgement).toMatchObject({ level, text: expect.stringContaining(text) });
  expect(judgement.fix === null).toBe(level === 'ok');
});
