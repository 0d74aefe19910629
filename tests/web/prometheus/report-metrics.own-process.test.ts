import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';
import { openPostgresProxy, type PostgresProxy } from '../../support/bus/postgres-proxy';

let proxy: PostgresProxy;
const registry = new Registry();

beforeAll(async () => {
  await keepEmptyReport((await makeUser()).actor);
  proxy = await openPostgresProxy(process.env.DATABASE_URL ?? '');
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', proxy.url);
  vi.stubGlobal('sightline', undefined);
  (await import('@/server/web/prometheus/report-metrics')).registerReportMetrics(registry);
});

afterAll(() => {
  proxy.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const values = async () => (await registry.metrics()).split('\n').filter((line) => /^sightline_/.test(line));

test('reports are counted, and a scrape without Postgres, or with a silent one, answers without them', async () => {
  expect(await values()).toContainEqual(expect.stringMatching(/^sightline_reports\{state="final"\} [1-9]/));
  for (const lose of ['cut', 'freeze'] as const) {
    proxy[lose]();
    expect(await values()).toEqual([]);
    proxy.restore();
    const counted = expect.stringMatching(/^sightline_notices\{state="waiting"\} \d+$/);
    await expect.poll(values, { timeout: 30_000 }).toContainEqual(counted);
  }
}, 60_000);
