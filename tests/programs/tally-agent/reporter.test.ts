import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Reporter } from '@/server/tally-agent/reporter';
import { until } from '../../support/until';

/** Takes reports, or refuses them. */
async function openServer() {
  const server = { reports: [] as { url: string; token: string; body: string }[], status: 204, address: '' };
  const http = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    server.reports.push({ url: request.url ?? '', token: request.headers.authorization ?? '', body });
    response.writeHead(server.status).end();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close().closeAllConnections());
  server.address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}

const input = (name: string, program: boolean) => ({ number: 1, name, program, preview: false });

test('changes are reported at once and repeated, also after the server refused', async () => {
  const server = await openServer();
  const reporter = new Reporter({ server: server.address, sourceId: 'a-source', token: 'sl_token' });
  const stop = new AbortController();
  const running = reporter.run(stop.signal);
  await until('the first change is reported', () => server.reports.length === 1);
  expect(server.reports[0]).toEqual({
    url: '/api/v1/tally_sources/a-source/report',
    token: 'Bearer sl_token',
    body: '{"tally":{"valid_for_ms":3500,"inputs":[]}}',
  });

  reporter.set([input(`Stage\n${'x'.repeat(200)}`, true)]);
  await until('the new inputs are reported', () => server.reports.length >= 2);
  const [sent] = JSON.parse(server.reports[1]?.body ?? '').tally.inputs;
  expect(sent).toMatchObject({ number: 1, program: true, name: `Stage ${'x'.repeat(114)}` });
  // The same again, by itself.
  await until('the same inputs are reported again', () => server.reports.length >= 3);
  expect(server.reports[2]?.body).toBe(server.reports[1]?.body);

  server.status = 503;
  reporter.set([input('Stage', false)]);
  const refused = server.reports.length;
  await until('the refused report is repeated', () => server.reports.length > refused + 1);
  server.status = 204;
  reporter.set([input('Jib', true)]);
  await until('the last report names Jib', () => server.reports.at(-1)?.body.includes('Jib'));
  stop.abort();
  await running;
});

test('the messages of one cut are one report: no camera is off air between two that are on', async () => {
  const server = await openServer();
  const reporter = new Reporter({ server: server.address, sourceId: 'a-source', token: 'sl_token' });
  const stop = new AbortController();
  const running = reporter.run(stop.signal);
  await until('the first cut is reported', () => server.reports.length === 1);
  reporter.set([input('Stage', false), input('Jib', false)]);
  await new Promise(setImmediate);
  reporter.set([input('Stage', false), input('Jib', true)]);
  await until('the second cut is reported', () => server.reports.length === 2);
  expect(JSON.parse(server.reports[1]?.body ?? '').tally.inputs).toMatchObject([{ program: false }, { program: true }]);
  stop.abort();
  await running;
});
