import { expect, test } from 'vitest';
import type { AlarmChanges } from '@/lib/contracts/alarms/alarm-kinds';
import { alarmSettingsSchema } from '@/lib/contracts/alarms/alarms';
import type { Conditions, WorkerReport } from '@/lib/contracts/worker-protocol';
import { goodSample as good, idleReport } from '@/tests/support/gateway/worker-reports';
import { Diagnosis } from './diagnosis';

const startMs = Date.parse('2026-01-01T12:00:00Z');
const fine: Conditions = { blackSeconds: 0, frozenSeconds: 0, silentSeconds: [0, 0, 0, 0, 0] };
const report: WorkerReport = {
  ...idleReport,
  signal: 'live',
  sample: good,
  connectCount: 1,
  conditions: fine,
};

/** A diagnosis, and a function that shows it some seconds of a stream and returns the codes that it then finds. */
function watch(changes: AlarmChanges = {}) {
  const alarms = alarmSettingsSchema.parse(changes);
  const diagnosis = new Diagnosis();
  let nowMs = startMs;
  return (seconds: number, changes: Partial<WorkerReport>, lostAt: Date | null = null): string[] => {
    let codes: string[] = [];
    for (let second = 0; second < seconds; second++) {
      nowMs += 1_000;
      // Each report has a sample of its own.
      const sample = changes.sample === null ? null : structuredClone(changes.sample ?? good);
      const shown = { ...report, ...changes, sample };
      codes = diagnosis
        .examine(
          {
            report: shown,
            link: null,
            latency: null,
            lostAt,
            alarms,
            isQuiet: false,
            sourceKind: 'srt',
            spare: { name: 'Balcony', isOn: true },
          },
          nowMs,
        )
        .map(({ code }) => code);
    }
    return codes;
  };
}

const slow = { sample: { ...good, fps: 15 } };

test('a frame rate that falls is found within seconds and until it is back, and one that is low from the start is not', () => {
  const see = watch();
  expect(see(20, {})).toEqual([]);
  expect(see(1, slow)).toEqual([]);
  expect(see(3, slow)).toEqual(['low_frame_rate']);
  expect(see(60, slow)).toEqual(['low_frame_rate']);
  expect(see(10, {})).toEqual([]);
  expect(see(30, { ...slow, connectCount: 2 }), 'another setting of the encoder').toEqual([]);
});

test('frames that a network has held back and brings all at once are no usual frame rate', () => {
  const see = watch();
  see(20, {});
  see(6, { sample: { ...good, fps: 0 } });
  see(1, { sample: { ...good, fps: 7 * good.fps } });
  see(20, {});
  expect(see(20, {})).toEqual([]);
});

test('a black picture is found while it lasts', () => {
  const see = watch();
  see(10, {});
  expect(see(1, { conditions: { ...fine, blackSeconds: 2.1, frozenSeconds: 2.1 } })).toEqual(['picture_black']);
  expect(see(1, {})).toEqual([]);
});

test('an alarm is what its stream is set to', () => {
  const faulty: Partial<WorkerReport> = {
    conditions: { blackSeconds: 0, frozenSeconds: 4, silentSeconds: [0, 0, 4, 60, 60] },
  };
  expect(watch()(12, faulty)).toEqual(['audio_silent', 'picture_frozen']);
  expect(watch({ frozen: { is_on: false } })(12, faulty), 'one is off').toEqual(['audio_silent']);
  expect(watch({ frozen: { delay_seconds: 10 }, silent: { delay_seconds: 5 } })(12, faulty), 'later').toEqual([]);
  expect(watch({ silent: { below_dbfs: -70 } })(12, faulty), 'a lower level').toEqual(['picture_frozen']);
  expect(watch({ silent: { severity: 'warning' }, frozen: { severity: 'critical' } })(12, faulty)).toEqual([
    'picture_frozen',
    'audio_silent',
  ]);
});

test('a spare is named while it is shown, once its alarm counts it, and no longer', () => {
  const see = watch({ spare: { delay_seconds: 3 } });
  expect(see(1, { spare: { shownSeconds: 2 } })).toEqual([]);
  expect(see(1, { spare: { shownSeconds: 3 } })).toEqual(['spare_shown']);
  expect(see(1, { spare: { shownSeconds: null } })).toEqual([]);
  expect(see(1, { spare: { shownSeconds: null, missingSeconds: 4.9 } })).toEqual([]);
  expect(see(1, { spare: { shownSeconds: null, missingSeconds: 5 } })).toEqual(['spare_missing']);
  expect(see(1, { spare: { shownSeconds: null, missingSeconds: null } })).toEqual([]);
});

test('a lost camera whose alarm is off is a note', () => {
  const lost: Partial<WorkerReport> = { signal: 'lost', sample: null, loss: { cause: 'silent', agoMs: 2_000 } };
  const alarms = alarmSettingsSchema.parse({ no_picture: { is_on: false } });
  const [finding] = new Diagnosis().examine(
    {
      report: { ...report, ...lost },
      link: null,
      latency: null,
      lostAt: new Date(startMs),
      alarms,
      isQuiet: false,
      sourceKind: 'srt',
      spare: null,
    },
    startMs + 5_000,
  );
  expect(finding).toMatchObject({ code: 'camera_lost', severity: 'info' });
});

test('a lost camera is found instead of no encoder, also by a diagnosis who never saw it live', () => {
  const lost: Partial<WorkerReport> = { signal: 'lost', sample: null, loss: { cause: 'silent', agoMs: 2_000 } };
  const see = watch();
  see(10, {});
  expect(see(1, lost, new Date(startMs))).toEqual(['camera_lost']);
  expect(see(60, lost, new Date(startMs))).toEqual(['camera_lost']);
  expect(see(1, { connectCount: 2 })).toEqual([]);
  const successor = watch();
  expect(successor(30, { signal: 'none', sample: null }, new Date(startMs))).toEqual(['camera_lost']);
  expect(watch()(30, { signal: 'none', sample: null })).toEqual(['no_encoder']);
});

test('the last seconds of a killed encoder are no low frame rate', () => {
  const see = watch();
  see(20, {});
  const still = { sample: { ...good, fps: 0 }, conditions: null };
  expect(see(1, { sample: { ...good, fps: 9 } })).toEqual([]);
  expect(see(2, still)).toEqual([]);
  const lost: Partial<WorkerReport> = { signal: 'lost', sample: null, loss: { cause: 'silent', agoMs: 2_000 } };
  expect(see(3, { ...lost, conditions: null }, new Date(startMs))).toEqual(['camera_lost']);
});
