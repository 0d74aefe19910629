import { expect, test } from 'vitest';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';
import { acknowledgedWords, alarmsOf } from './alarm-words';

const finding = (code: string, severity: ShownFinding['severity']): ShownFinding => ({
  code,
  severity,
  sentence: '',
  fix: '',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
});
const kindsOf = (...findings: ShownFinding[]) =>
  alarmsOf({ findings } as StreamJson['attributes']).map(({ kind }) => kind);

test('alarms are those findings that are one, and not a note', () => {
  expect(kindsOf(finding('camera_lost', 'critical'), finding('hevc', 'info'), finding('long_gop', 'warning'))).toEqual([
    'no_picture',
  ]);
  expect(kindsOf(finding('camera_lost', 'info'), finding('audio_silent', 'warning'))).toEqual(['silent']);
  expect(alarmsOf({} as StreamJson['attributes']), 'viewers are told none').toEqual([]);
});

test('who has seen one, and when', () => {
  expect(acknowledgedWords({ by: 'Ada Lovelace', at: '2026-01-01T12:00:00.000Z' })).toMatch(
    /^Seen by Ada Lovelace at /,
  );
});
