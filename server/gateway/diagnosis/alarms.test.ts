import { expect, test } from 'vitest';
import type { Finding } from '@/lib/contracts/streams';
import { alarmLines } from './alarms';
import { rules } from './diagnose';

const nowMs = Date.parse('2026-01-01T12:00:30Z');
const finding = (code: string): Finding => ({
  code,
  severity: 'warning',
  sentence: `${code}.`,
  fix: 'Look.',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
});
const [black, silent, hevc] = [finding('picture_black'), finding('audio_silent'), finding('hevc')];
const live = { isLive: true, nowMs };

test('an alarm that begins and one that ends are a line each, the end with its duration', () => {
  expect(alarmLines([silent, hevc], [black, hevc], live)).toEqual([
    { code: 'picture_black', severity: 'warning', message: 'picture_black.' },
    { code: 'audio_silent_over', severity: 'info', message: 'The sound is back after 30 s.' },
  ]);
});

test('what lasts, and what is no alarm, is none', () => {
  expect(alarmLines([black], [{ ...black, sentence: 'Still black.' }], live)).toEqual([]);
  expect(alarmLines([], [hevc], live)).toEqual([]);
  expect(alarmLines([hevc], [], live)).toEqual([]);
});

test('the loss of the camera mends nothing', () => {
  expect(alarmLines([black], [], { isLive: false, nowMs })).toEqual([]);
});

test('every alarm is a finding of the diagnosis', () => {
  const codes = rules.map(({ code }) => code);
  for (const code of ['picture_black', 'picture_frozen', 'low_frame_rate', 'audio_silent', 'audio_clipping']) {
    expect(codes).toContain(code);
    expect(alarmLines([], [finding(code)], live)).toHaveLength(1);
  }
});
