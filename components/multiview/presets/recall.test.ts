import { expect, test } from 'vitest';

import type { Arrangement } from '@/lib/contracts/arrangement';
import { recallAction } from './recall';

const preset = (solo: string | null): Arrangement => ({ layout: '1+5', order: ['b', 'a'], hides_off: true, solo });

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
