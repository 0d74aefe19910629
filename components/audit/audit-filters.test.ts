import { expect, test } from 'vitest';
import { auditQueryOf, isFiltered } from './audit-filters';

test('a day begins and ends at midnight here', () => {
  const { from, to } = auditQueryOf({ from: '2026-03-29', to: '2026-03-29' });
  expect(new Date(from ?? '')).toEqual(new Date(2026, 2, 29));
  expect(new Date(to ?? '')).toEqual(new Date(2026, 2, 30));
});

test('what is not asked for is not in the query', () => {
  expect(Object.values(auditQueryOf({})).filter((value) => value !== undefined)).toEqual([]);
  expect(isFiltered({ actorId: undefined })).toBe(false);
  expect(isFiltered({ thing: { id: 'a', name: 'Wide' } })).toBe(true);
  expect(auditQueryOf({ thing: { id: 'a', name: 'Wide' } })).toMatchObject({ thing_id: 'a' });
});
