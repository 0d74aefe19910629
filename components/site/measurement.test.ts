import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuredLatency } from './measurement';

test.each([
  ['720p-lan', measuredLatency.localNetwork],
  ['720p', measuredLatency.internet],
])('the landing page and README.md have the figures of docs/performance.md: %s', (scenario, { medianMs, p95Ms }) => {
  const text = readFileSync('docs/performance.md', 'utf8');
  const row = new RegExp(`^\\| ${scenario} +\\| 1280x720 +\\| [\\d.]+ +\\| (\\d+) +\\| (\\d+) +\\|`, 'm').exec(text);
  expect(row?.slice(1).map(Number)).toEqual([medianMs, p95Ms]);
  expect(readFileSync('README.md', 'utf8')).toMatch(new RegExp(`\\| ${medianMs} ms +\\| ${p95Ms} ms +\\|`));
});
