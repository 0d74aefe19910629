import { expect, test } from 'vitest';
import { isForWhip, whipLocation, whipTarget } from './whip-path';

const key = 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E';

test.each([
  [`/whip/${key}`, { streamKey: key, participantId: null }],
  [`/whip/${key}?a=b`, { streamKey: key, participantId: null }],
  [`/whip/${key}/PA_abc123`, { streamKey: key, participantId: 'PA_abc123' }],
  [`/whip/${key}/`, { streamKey: key, participantId: null }],
  [`/whip/${key}/PA_abc123/`, { streamKey: key, participantId: 'PA_abc123' }],
  ['/whip', { streamKey: null, participantId: null }],
  ['/whip/', { streamKey: null, participantId: null }],
  ['/whip/PA_abc123', { streamKey: null, participantId: 'PA_abc123' }],
  ['/whip/short', null],
  [`/whip/${key}//`, null],
  [`/whip/${key}/../rtc`, null],
  [`/whip/${key}/PA_abc/more`, null],
  [`/whip/${key}/EG_abc`, null],
  [`/whip/${key}%2fPA_abc`, null],
  [`/WHIP/${key}`, null],
])('%s names %o', (target, named) => {
  expect(whipTarget(target)).toEqual(named);
});

test.each([
  ['/whip', `Bearer ${key}`, key],
  ['/whip/', `bearer  ${key} `, key],
  ['/whip/PA_abc123', `Bearer ${key}`, key],
  ['/whip', `Basic ${key}`, null],
  ['/whip', `Bearer ${key} more`, null],
  [`/whip/${key}`, 'Bearer another', key],
])('%s with %s has the key %s', (target, authorization, expected) => {
  expect(whipTarget(target, authorization)?.streamKey).toBe(expected);
});

test('a publication lies below the address that was asked', () => {
  const asked = [`/whip/${key}`, `/whip/${key}/?a=b`, '/whip', '/whip/'];
  expect(asked.map((target) => whipLocation(target, 'PA_1'))).toEqual([
    `/whip/${key}/PA_1`,
    `/whip/${key}/PA_1`,
    '/whip/PA_1',
    '/whip/PA_1',
  ]);
});

test('pages with a similar prefix are not among them', () => {
  expect(['/whip', '/whip?a', '/whip/x'].map(isForWhip)).toEqual([true, true, true]);
  expect(['/whips', '/whip-2', '/'].map(isForWhip)).toEqual([false, false, false]);
});
