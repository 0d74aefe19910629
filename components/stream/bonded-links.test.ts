import { expect, test } from 'vitest';
import { bondedLinkWords } from './bonded-links';

test.each([
  [{ share_percent: 60, rtt_ms: 45, loss_percent: 0.5 }, '60 % · 45 ms · 0.5 % lost'],
  [{ share_percent: 100, rtt_ms: null, loss_percent: null }, '100 %'],
])('the figures of a link are those that its encoder reports', (link, expected) => {
  expect(bondedLinkWords(link)).toBe(expected);
});
