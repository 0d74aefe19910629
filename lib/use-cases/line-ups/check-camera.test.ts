import { expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import type { LineUpCheckName } from '@/lib/contracts/line-up-checks';
import { checkCamera, type LineUpCameraFacts, type LineUpSample } from './check-camera';

const sample: LineUpSample = { fps: 25, peakDbfs: -18, latencyMs: 180, playersMarginMs: 40 };
const samples = Array.from({ length: 10 }, () => sample);

const wellCamera: LineUpCameraFacts = {
  signal: 'live',
  problems: [],
  samples,
  silence: defaultAlarms.silent,
  audioDelayMs: 80,
  shiftMs: -60,
  tally: { state: 'off', silentSwitcher: null },
  recorder: { fault: null, uploadFault: null, freePercent: 61.5 },
  recordsWhenOn: true,
  battery: { percent: 80, isCharging: false },
};

const since = '2026-05-01T19:55:00.000Z';
const found = (code: string, severity: 'info' | 'warning' | 'critical', figures = {}) =>
  readFindings([{ code, severity, figures, since }]);
const withSamples = (changes: Partial<LineUpSample>) => ({ samples: samples.map((one) => ({ ...one, ...changes })) });

const wrongOf = (changes: Partial<LineUpCameraFacts>): LineUpCheckName[] =>
  checkCamera({ ...wellCamera, ...changes }).flatMap(({ check, state }) => (state === 'wrong' ? [check] : []));

test('a camera that is well has a figure for each check, and nothing wrong', () => {
  expect(checkCamera(wellCamera).map(({ check, state, value, unit }) => [check, state, value, unit])).toEqual([
    ['picture', 'well', 25, 'fps'],
    ['sound', 'well', -18, 'dBFS'],
    ['lip_sync', 'well', 80, 'ms'],
    ['offset', 'well', -1.5, 'frames'],
    ['tally', 'well', null, null],
    ['disk', 'well', 61, '% free'],
    ['battery', 'well', 80, '%'],
    ['latency', 'well', 180, 'ms'],
  ]);
});

test.each<[string, Partial<LineUpCameraFacts>, LineUpCheckName[]]>([
  ['is not connected', { signal: 'none', samples: [] }, ['picture']],
  ['is lost', { signal: 'lost', problems: found('camera_lost', 'critical', { cause: 'silent' }) }, ['picture']],
  ['is black', { problems: found('picture_black', 'warning') }, ['picture']],
  ['stands for a second', { samples: [sample, { ...sample, fps: 0 }] }, ['picture']],
  ['is not measured', { samples: [] }, ['picture']],
  ['has no sound', withSamples({ peakDbfs: -90 }), ['sound']],
  ['clips', { problems: found('audio_clipping', 'warning') }, ['sound']],
  ['loses packets', { problems: found('packet_loss', 'warning', { lossPercent: 3, latencyMs: 120 }) }, ['latency']],
  ['is too late for players', withSamples({ playersMarginMs: -35 }), ['offset']],
  ['has a silent switcher', { tally: { state: 'unknown', silentSwitcher: 'ATEM' } }, ['tally']],
  ['is no input of the switcher', { tally: { state: null, silentSwitcher: null } }, ['tally']],
  ['does not record', { recorder: null }, ['disk']],
  ['has a full disk', { recorder: { fault: 'disk_full', uploadFault: null, freePercent: 1 } }, ['disk']],
  ['has no bucket', { recorder: { fault: null, uploadFault: 'bucket_away', freePercent: 50 } }, ['disk']],
  ['has an almost full disk', { recorder: { fault: null, uploadFault: null, freePercent: 12 } }, ['disk']],
  ['has an empty battery', { battery: { percent: 20, isCharging: false } }, ['battery']],
])('a camera that %s is told, with what to do', (_, changes, wrong) => {
  expect(wrongOf(changes)).toEqual(wrong);
  const checks = checkCamera({ ...wellCamera, ...changes });
  for (const { fix } of checks.filter(({ state }) => state === 'wrong')) expect(fix).toMatch(/\.$/);
});

test.each<[string, Partial<LineUpCameraFacts>]>([
  ['advice', { problems: found('b_frames', 'info') }],
  ['somebody with a wrong key, beside a live picture', { problems: found('wrong_key', 'warning') }],
  [
    'silence whose alarm is off',
    { ...withSamples({ peakDbfs: -90 }), silence: { ...defaultAlarms.silent, is_on: false } },
  ],
  ['no switcher, recording or battery', { tally: null, recorder: null, recordsWhenOn: false, battery: null }],
  ['a charging phone', { battery: { percent: 5, isCharging: true } }],
  ['no sound track', withSamples({ peakDbfs: null })],
])('%s is nothing wrong', (_, changes) => {
  expect(wrongOf(changes)).toEqual([]);
});
