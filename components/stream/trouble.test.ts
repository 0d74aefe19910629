import { describe, expect, test } from 'vitest';
import type { Finding, StreamJson } from '@/lib/contracts/streams';
import { lossWords, troubledTitle, troubleOf, urgencyOf } from './trouble';

const finding = (severity: Finding['severity'], sentence: string): Finding => ({
  code: sentence,
  severity,
  sentence,
  fix: '',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
});
const camera = (attributes: Partial<StreamJson['attributes']>) =>
  ({ status: 'active', signal: 'live', status_reason: null, findings: [], ...attributes }) as StreamJson['attributes'];
const stream = (attributes: Partial<StreamJson['attributes']>) => ({ attributes: camera(attributes) }) as StreamJson;

const lost = { signal: 'lost' } as const;
const failed = { status: 'error', status_reason: 'The codec crashed.' } as const;

test.each<[string, Partial<StreamJson['attributes']>, number, string | null]>([
  ['lost', lost, 0, 'Camera lost. It returns when the encoder reconnects.'],
  ['lost, and the doctor knows more', { ...lost, findings: [finding('warning', 'Was live.')] }, 0, 'Was live.'],
  ['failed', failed, 0, 'The codec crashed.'],
  ['failed without a reason', { status: 'error' }, 0, 'This camera failed.'],
  ['live with a critical finding', { findings: [finding('critical', 'Silent.')] }, 1, 'Silent.'],
  ['live with a warning', { findings: [finding('warning', 'Loss.')] }, 2, 'Loss.'],
  ['off, and an encoder calls', { status: 'stopped', findings: [finding('warning', 'Off.')] }, 2, 'Off.'],
  ['waiting', { signal: 'none' }, 3, null],
  ['starting', { status: 'provisioning', signal: 'none' }, 3, null],
  ['live with a note', { findings: [finding('info', 'B-frames.')] }, 4, null],
  ['live', {}, 4, null],
  ['off', { status: 'stopped', signal: 'none' }, 5, null],
])('a camera that is %s', (_, attributes, urgency, sentence) => {
  expect(urgencyOf(camera(attributes))).toBe(urgency);
  expect(troubleOf(camera(attributes))?.sentence ?? null).toBe(sentence);
});

test('of a camera as viewers see it, its state counts', () => {
  expect(urgencyOf({ status: 'active', signal: 'live' })).toBe(4);
  expect(troubleOf({ status: 'error', signal: 'none' })?.sentence).toBe('This camera failed.');
});

describe('the loss in words', () => {
  test.each([
    [[{}, { status: 'stopped', signal: 'lost' }], null],
    [[lost, {}], '1 lost'],
    [[lost, lost, failed], '2 lost, 1 failed'],
    [[failed], '1 failed'],
  ] as const)('%j: %j', (cameras, words) => {
    expect(lossWords(cameras.map(stream))).toBe(words);
  });

  test('stands before the name in a title', () => {
    expect(troubledTitle([stream(lost)], 'Harbour Lights')).toBe('1 lost · Harbour Lights');
    expect(troubledTitle([stream({})], 'Harbour Lights')).toBe('Harbour Lights');
  });
});
