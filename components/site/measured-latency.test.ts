import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuredLatency } from './measured-latency';

test('the landing page has the figures of docs/performance.md', () => {
  const row = /^\| 720p +\| 1280x720 +\| (\d+) +\| (\d+) +\|/m.exec(readFileSync('docs/performance.md', 'utf8'));
  expect(row?.slice(1).map(Number)).toEqual([measuredLatency.medianMs, measuredLatency.p95Ms]);
});
