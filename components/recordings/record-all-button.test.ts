import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { recordAllOf } from './record-all-button';

const camera = (status: string, isRecorded = false) =>
  ({ attributes: { status, recording: isRecorded ? { id: 'recording' } : null } }) as unknown as StreamJson;

test.each([
  ['no camera', [], { press: null, recordedCount: 0 }],
  ['none that is on', [camera('idle'), camera('error')], { press: null, recordedCount: 0 }],
  ['one that is on', [camera('idle'), camera('active')], { press: 'start', recordedCount: 0 }],
  ['one of two recorded', [camera('active', true), camera('provisioning')], { press: 'start', recordedCount: 1 }],
  ['all that are on recorded', [camera('active', true), camera('stopped')], { press: 'stop', recordedCount: 1 }],
])('%s', (_, streams, expected) => {
  expect(recordAllOf(streams)).toEqual(expected);
});
