import { expect, test } from 'vitest';
import type { CameraReport } from '@/lib/contracts/reports';
import { compareShows } from './compare-shows';

const hour = 3_600;
const camera = (changes: Partial<CameraReport>) =>
  ({
    id: 'a',
    number: 1,
    name: 'Pulpit',
    live_seconds: hour,
    outage_seconds: 0,
    frames_lost: 0,
    loss_percent: 0,
    latency_p95_ms: 150,
    ...changes,
  }) as CameraReport;

const verdicts = (before: Partial<CameraReport>, now: Partial<CameraReport>) =>
  compareShows([camera(before)], [camera(now)])[0]?.figures.map(({ verdict }) => verdict);

test.each([
  ['nothing has changed', {}, {}, ['same', 'same', 'same', 'same']],
  ['a change that nobody notices', { latency_p95_ms: 150 }, { latency_p95_ms: 159 }, ['same', 'same', 'same', 'same']],
  ['more outages', {}, { outage_seconds: 40 }, ['worse', 'same', 'same', 'same']],
  ['fewer lost frames', { frames_lost: 900 }, { frames_lost: 100 }, ['same', 'better', 'same', 'same']],
  ['less loss', { loss_percent: 1.2 }, { loss_percent: 0.2 }, ['same', 'same', 'better', 'same']],
  ['more latency', {}, { latency_p95_ms: 400 }, ['same', 'same', 'same', 'worse']],
  [
    'a show twice as long loses twice as much',
    { frames_lost: 100, outage_seconds: 20 },
    { live_seconds: 2 * hour + 20, frames_lost: 200, outage_seconds: 40 },
    ['same', 'same', 'same', 'same'],
  ],
  [
    'what was not measured',
    { latency_p95_ms: null, loss_percent: null, live_seconds: 0 },
    {},
    ['unknown', 'unknown', 'unknown', 'unknown'],
  ],
])('%s', (_, before, now, expected) => expect(verdicts(before, now)).toEqual(expected));

test('cameras of one show alone are left out, and the order is that of the later show', () => {
  const [first, second, fresh] = [camera({ id: 'a' }), camera({ id: 'b', number: 2 }), camera({ id: 'c', number: 3 })];
  expect(compareShows([first, second], [second, fresh, first]).map(({ id }) => id)).toEqual(['b', 'a']);
});
