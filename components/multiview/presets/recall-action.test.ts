import { expect, test } from 'vitest';
import type { PresetJson } from '@/lib/contracts/presets';
import { recallAction } from './recall-action';

const preset = (solo: string | null): PresetJson => ({
  id: 'p',
  type: 'preset',
  attributes: {
    name: 'Interview',
    event_id: 'e',
    layout: '1+5',
    order: ['b', 'a'],
    hides_off: true,
    solo,
    created_at: '2026-11-22T09:00:00.000Z',
  },
});

test.each([
  ['none', null, null],
  ['a camera that there is', 'a', 'a'],
  ['a camera that was deleted', 'gone', null],
])('a preset whose full camera is %s', (_, solo, soloId) => {
  expect(recallAction(preset(solo), ['a', 'b'])).toEqual({
    type: 'recall',
    arrangement: { layout: '1+5', order: ['b', 'a'], hidesOff: true },
    soloId,
  });
});
