import { expect, test } from 'vitest';
import { findPlan, plans, withPlan } from './plans';

test.each([
  ['starter', '/signup?plan=starter'],
  ['growth-events', '/signup?plan=growth-events'],
  ['free', '/signup'],
  ['enterprise', '/signup'],
  [['starter', 'starter'], '/signup'],
  [null, '/signup'],
  [undefined, '/signup'],
])('plan=%j leads to %s', (slug, address) => {
  expect(withPlan('/signup', findPlan(slug))).toBe(address);
});

test('a year never costs more than ten months, because two months are free', () => {
  for (const { monthly, yearly } of plans) expect(yearly).toBeLessThanOrEqual(10 * monthly);
});
