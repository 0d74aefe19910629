import { expect, test } from 'vitest';
import { hasPicture, wayOf } from './probe-media';

const statsOf = (local: object, remote: object, isFirefox = false) =>
  new Map<string, Record<string, unknown>>([
    ...(isFirefox ? [] : [['T', { type: 'transport', selectedCandidatePairId: 'P' }] as const]),
    ['X', { type: 'candidate-pair', localCandidateId: 'none', remoteCandidateId: 'none' }],
    ['P', { type: 'candidate-pair', selected: true, localCandidateId: 'L', remoteCandidateId: 'R' }],
    ['L', { candidateType: 'prflx', ...local }],
    ['R', { address: '203.0.113.7', port: 7882, protocol: 'udp', ...remote }],
  ]);

test.each([
  ['UDP', statsOf({}, {}), 'udp'],
  ['UDP, in Firefox', statsOf({}, {}, true), 'udp'],
  ['TCP', statsOf({}, { protocol: 'tcp' }), 'tcp'],
  ['a relay', statsOf({ candidateType: 'relay' }, {}), 'relay'],
])('media by %s', (_, stats, kind) => {
  expect(wayOf(stats)).toEqual({ kind, address: '203.0.113.7:7882' });
});

test('no pair is selected yet', () => {
  expect(wayOf(new Map([['T', { type: 'transport' }]]))).toBeNull();
  expect(wayOf(new Map())).toBeNull();
});

test.each([
  ['no frame yet', 0, false],
  ['a frame', 1, true],
])('a picture is there with %s', (_, framesDecoded, expected) => {
  const stats = new Map([...statsOf({}, {}), ['I', { type: 'inbound-rtp', kind: 'video', framesDecoded }] as const]);
  expect(hasPicture(stats)).toBe(expected);
});
