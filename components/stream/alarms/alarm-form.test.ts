import { expect, test } from 'vitest';
import { alarmChangesSchema } from '@/lib/contracts/alarms/alarms';
import { readAlarmForm } from './alarm-form';

test('reads what is on with its settings, and of the rest that it is off', () => {
  const form = new FormData();
  form.set('silent.is_on', 'on');
  form.set('silent.delay_seconds', '10');
  form.set('silent.below_dbfs', '-50');
  form.set('silent.severity', 'critical');
  form.set('black.delay_seconds', '');
  const changes = readAlarmForm(form);
  expect(changes).toEqual({
    no_picture: { is_on: false },
    spare: { is_on: false },
    black: { is_on: false },
    frozen: { is_on: false },
    low_frame_rate: { is_on: false },
    silent: { is_on: true, delay_seconds: 10, below_dbfs: -50, severity: 'critical' },
    clipping: { is_on: false },
  });
  expect(alarmChangesSchema.parse(changes)).toEqual(changes);
});
