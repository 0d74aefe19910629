import { expect, test } from 'vitest';
import { isForWhip, whipTarget } from './whip-path';

const key = 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E';

test.each([
  [`/whip/${key}`, { streamKey: key, participantId: null }],
  [`/whip/${key}?a=b`, { streamKey: key, participantId: null }],
  [`/whip/${key}/PA_abc123`, { streamKey: key, participantId: 'PA_abc123' }],
  ['/whip', null],
  ['/whip/', null],
  ['/whip/short', null],
  [`/whip/${key}/`, null],
  [`/whip/${key}/../rtc`, null],
  [`/whip/${key}/PA_abc/more`, null],
  [`/whip/${key}/EG_abc`, null],
  [`/whip/${key}%2fPA_abc`, null],
  [`/WHIP/${key}`, null],
])('%s names %o', (target, named) => {
  expect(whipTarget(target)).toEqual(named);
});

test('pages with a similar prefix are not among them', () => {
  expect(['/whip', '/whip?a', '/whip/x'].map(isForWhip)).toEqual([true, true, true]);
  expect(['/whips', '/whip-2', '/'].map(isForWhip)).toEqual([false, false, false]);
});
