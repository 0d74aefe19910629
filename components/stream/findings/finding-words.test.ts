import { expect, onTestFinished, test, vi } from 'vitest';
import type { Finding } from '@/lib/contracts/streams';
import { findingCount, findingsHint, findingText } from './finding-words';

const finding = (sentence: string): Finding => ({
  code: 'audio_silent',
  severity: 'warning',
  sentence,
  fix: 'Look for a muted microphone.',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
});

test.each([
  [[], null],
  [['The sound is silent.'], 'The sound is silent.'],
  [['The sound is silent.', 'The camera sends HEVC.'], '2 problems: The sound is silent.'],
])('the hint of %j', (sentences, hint) => {
  expect(findingsHint(sentences.map(finding))).toBe(hint);
});

test('notes are counted apart from problems', () => {
  const note = { ...finding('The camera sends HEVC.'), severity: 'info' as const };
  expect(findingCount([finding('The sound is silent.'), note])).toBe('1 problem, 1 note');
  expect(findingCount([note, note])).toBe('2 notes');
});

test('a problem of a code that no page knows says what it says', () => {
  const unknown = { ...finding('The lens is dirty.'), code: 'lens_dirty' };
  expect(findingText(unknown)).toEqual({ sentence: unknown.sentence, fix: unknown.fix });
  expect(findingsHint([unknown])).toBe('The lens is dirty.');
});

test('a lost camera was live until a time, and what to check comes with it', () => {
  const since = new Date(2026, 10, 22, 11, 8, 54);
  vi.useFakeTimers({ now: since.getTime() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const lost = {
    code: 'camera_lost',
    severity: 'critical',
    sentence: 'Camera lost: nothing arrives.',
    fix: 'Check power and network.',
    settings: null,
    since: since.toISOString(),
  } as const;
  const { sentence, fix } = findingText(lost);
  expect(sentence).toMatch(/^Was live until 11:08:54.*; check power and network\.$/);
  expect(fix).toBe(lost.sentence);
  expect(findingsHint([lost])).toBe(sentence);
});
