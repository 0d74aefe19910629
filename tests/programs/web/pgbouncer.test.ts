import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startPgbouncer, type TestPgbouncer } from '../../support/bus/pgbouncer';
import { identifiers, RawClient } from '../../support/cable/cable';
import { tokenProtocol } from '../../support/cable/token-protocol';
import { launchProgram } from '../../support/product/program';
import { startWebProgram } from '../../support/product/web-program';
import { livekitSettings } from '../../support/servers/livekit-settings';
import { until } from '../../support/until';

const timeLimit = 'idle_in_transaction_session_timeout';

let pooler: TestPgbouncer;
beforeAll(async () => {
  pooler = await startPgbouncer(inject('servers').adminUrl, [timeLimit]);
});
afterAll(() => pooler.stop());

async function startWeb(hasDirectUrl: boolean) {
  const web = await startWebProgram({ reroute: async (url) => pooler.reroute(url), hasDirectUrl });
  onTestFinished(() => web.stop());
  return web;
}

async function readReadiness(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/readyz`);
  return `${answer.status} ${await answer.text()}`;
}

async function runDoctor(env: Record<string, string>): Promise<string> {
  const doctor = launchProgram('doctor', Object.assign({}, livekitSettings(), env));
  await doctor.exitCode;
  return doctor.output();
}

test('a web that listens through the pooler is never called ready, and the doctor says why', async () => {
  const web = await startWeb(false);
  const isDeaf = async () => /^503 .*brings no messages/.test(await readReadiness(web.baseUrl));
  await until('web says that it hears nothing', isDeaf);
  const output = await runDoctor({ DATABASE_URL: pooler.reroute(web.databaseUrl) });
  expect(output).toMatch(
    /^✗ No live message comes through Postgres: nothing came back within \d+ s\.\n {2}→ .*DATABASE_DIRECT_URL/m,
  );
}, 60_000);

test('with the direct address besides it is ready, live messages arrive, and the doctor says so', async () => {
  const web = await startWeb(true);
  await until('web is ready', async () => (await readReadiness(web.baseUrl)).startsWith('200'));
  const api = await web.signUp();
  // The pooler gives each of these another session, which must not matter.
  await Promise.all([web.signUp(), web.signUp(), web.signUp()]);
  const cable = RawClient.open(`${web.baseUrl.replace('http', 'ws')}/cable`, [
    'actioncable-v1-json',
    tokenProtocol(api.token ?? ''),
  ]);
  onTestFinished(() => cable.socket.terminate());
  await once(cable.socket, 'open');
  expect(await cable.subscribe(identifiers.events)).toBe('confirm_subscription');
  const name = `Gala ${randomBytes(4).toString('hex')}`;
  await api.call('POST /events', { body: { event: { name } } });
  await until('the live message arrives', () => cable.frames.some((frame) => JSON.stringify(frame).includes(name)));
  const output = await runDoctor({
    DATABASE_URL: pooler.reroute(web.databaseUrl),
    DATABASE_DIRECT_URL: web.databaseUrl,
  });
  expect(output).toMatch(/^[✓!] A live message comes through Postgres in \d+ ms\.$/m);
}, 60_000);

test('a pooler that refuses the time limit of every connection is named, with what to write there', async () => {
  const strict = await startPgbouncer(inject('servers').adminUrl, []);
  onTestFinished(() => strict.stop());
  const output = await runDoctor({ DATABASE_URL: strict.reroute(inject('servers').adminUrl) });
  expect(output).toMatch(
    new RegExp(`^✗ The pooler at 127\\.0\\.0\\.1:\\d+ refuses a parameter: add ${timeLimit}`, 'm'),
  );
}, 60_000);
