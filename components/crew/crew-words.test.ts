import { expect, test } from 'vitest';
import { batteryWords, bitrateWords, isBatteryLow, isInContact, lastSeenWords } from './crew-words';

test.each<[number | null, string, boolean]>([
  [null, 'Not yet', false],
  [0, 'Now', true],
  [1_000, 'Now', true],
  [12_000, '12 s ago', false],
  [180_000, '3 min ago', false],
  [2 * 3_600_000, '2 h ago', false],
])('a phone that was silent for %s ms was seen: %s', (silent_ms, words, hasContact) => {
  expect(lastSeenWords({ silent_ms })).toBe(words);
  expect(isInContact({ silent_ms })).toBe(hasContact);
});

const phone = {
  stream_id: '',
  event_id: '',
  person: 'Grace',
  invite_label: 'Balcony',
  reported_at: null,
  silent_ms: null,
  network: null,
  bitrate_kbps: null,
  position: null,
  message: null,
  is_muted: null,
  has_stopped: false,
  answer: null,
};

test.each<[number | null, boolean | null, string, boolean]>([
  [null, null, '–', false],
  [63, false, '63 %', false],
  [12, false, '12 %', true],
  [12, null, '12 %', true],
  [12, true, '12 %, charging', false],
])('a battery at %s, charging %s', (battery_percent, is_charging, words, isLow) => {
  const battery = Object.assign({ battery_percent, is_charging }, phone);
  expect(batteryWords(battery)).toBe(words);
  expect(isBatteryLow(battery)).toBe(isLow);
});

test('bitrates', () =>
  expect([2_431, 0, null, undefined].map(bitrateWords)).toEqual(['2.4 Mbit/s', '0.0 Mbit/s', '–', '–']));
