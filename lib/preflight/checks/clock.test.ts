import { expect, test } from 'vitest';
import { parseTracking } from '@/lib/platform/process/clock-discipline';
import { judgeDiscipline } from './clock';

const line = (offset: string, leap: string) =>
  `C0A80101,192.168.1.1,3,1764415000.123456789,${offset},0.000001,0.000123,-12.345,0.001,0.050,0.0123,0.0004,64.2,${leap}`;

test.each([
  ['no client', null, 'ok', 'All clocks show the same time.'],
  ['a client that gives no offset', { isSynchronized: true, offsetMs: null }, 'ok', 'NTP sets'],
  ['a clock that is right', parseTracking(line('-0.000312', 'Normal')), 'ok', '0.3 ms from true time'],
  ['a clock that drifts', parseTracking(line('0.045', 'Insert second')), 'warning', '45.0 ms from true time'],
  ['a clock that nothing sets', parseTracking(line('0.000000000', 'Not synchronised')), 'warning', 'not set by NTP'],
  ['another program of that name', parseTracking('hello'), 'ok', 'NTP sets'],
])('%s', (_, discipline, level, text) => {
  expect(judgeDiscipline(discipline)).toMatchObject({ check: 'clock', level, text: expect.stringContaining(text) });
});
