import { expect, test } from 'vitest';
import { GET as readyz } from '@/app/readyz/route';
import { openBus } from '@/lib/platform/bus/open-bus';
import { call } from '../support/api/api';
import { until } from '../support/until';

test('GET /readyz answers 503 until this process hears the bus, then 200', async () => {
  expect(await call(readyz)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  const unsubscribe = await openBus().subscribe({ onMessage: () => undefined, onResync: () => undefined });
  await until('the probe answers 200', async () => (await call(readyz)).status === 200);
  expect(await call(readyz)).toMatchObject({ status: 200, body: { status: 'ready' } });
  await unsubscribe();
  expect(await call(readyz)).toMatchObject({ status: 503 });
});
