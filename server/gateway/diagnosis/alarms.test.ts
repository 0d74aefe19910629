import { expect, test } from 'vitest';
import { sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import { alarmLines } from './alarms';
import { rules } from './diagnose';

const nowMs = Date.parse('2026-01-01T12:00:30Z');
const finding = (code: string, figures: FoundProblem['figures'] = {}): FoundProblem => ({
  code,
  figures,
  severity: 'warning',
  since: '2026-01-01T12:00:00.000Z',
});
const [black, silent, hevc] = [finding('picture_black'), finding('audio_silent'), finding('hevc')];
const live = { isLive: true, nowMs };

/** The lines in words. */
const read = (...given: Parameters<typeof alarmLines>) =>
  alarmLines(...given).map(({ code, severity, text }) => ({ code, severity, message: sentenceOf(text) }));

test('an alarm that begins and one that ends are a line each, the end with its duration', () => {
  expect(read([silent, hevc], [black, hevc], live)).toEqual([
    { code: 'picture_black', severity: 'warning', message: 'The picture is black.' },
    { code: 'audio_silent_over', severity: 'info', message: 'The sound is back after 30 s.' },
  ]);
});

test('what lasts, and what is no alarm, is none', () => {
  const fps = (now: number) => finding('low_frame_rate', { now, usual: 30 });
  expect(alarmLines([fps(12)], [fps(13)], live)).toEqual([]);
  expect(alarmLines([], [hevc], live)).toEqual([]);
  expect(alarmLines([hevc], [], live)).toEqual([]);
});

test.each([
  ['picture_black', 'Black for 30 s, until the camera was lost.'],
  ['picture_frozen', 'Frozen for 30 s, until the camera was lost.'],
  ['low_frame_rate', 'Low frame rate for 30 s, until the camera was lost.'],
  ['audio_silent', 'No sound for 30 s, until the camera was lost.'],
  ['audio_clipping', 'Clipping for 30 s, until the camera was lost.'],
])('the loss of the camera ends %s and mends nothing', (code, message) => {
  expect(read([finding(code)], [], { isLive: false, nowMs })).toEqual([
    { code: `${code}_over`, severity: 'info', message },
  ]);
});

test.each([
  ['picture_black', 'The picture is back after 30 s of black.'],
  ['picture_frozen', 'The picture moves again after 30 s.'],
  ['low_frame_rate', 'The frame rate is back after 30 s.'],
  ['audio_silent', 'The sound is back after 30 s.'],
  ['audio_clipping', 'The sound no longer clips, after 30 s.'],
  ['spare_shown', 'The camera itself is back after 30 s of its spare.'],
])('the end of %s', (code, message) => {
  expect(read([finding(code)], [], live)).toEqual([{ code: `${code}_over`, severity: 'info', message }]);
});

test('every alarm is a finding of the diagnosis', () => {
  const codes = rules.map(({ code }) => code);
  for (const code of ['picture_black', 'picture_frozen', 'low_frame_rate', 'audio_silent', 'audio_clipping']) {
    expect(codes).toContain(code);
    expect(alarmLines([], [finding(code)], live)).toHaveLength(1);
  }
});
