import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkDatabase, withClient } from '@/lib/platform/db/postgres-connection';
import { migrate } from '@/server/migrate/migrate';
import { ApiClient } from '../support/api/api-client';
import { freeTcpPort } from '../support/network/free-port';
import { startProgram } from '../support/product/program';
import { signUp } from '../support/product/web-program';
import { livekitSettings } from '../support/servers/livekit-settings';
import { until } from '../support/until';

const password = () => randomBytes(24).toString('hex');

/** Runs SQL as the superuser. */
const asSuperuser = (sql: string): Promise<unknown> =>
  withClient(inject('servers').adminUrl, (client) => client.query(sql));

test('docs/rotate-secrets.md, as written: web goes over to another role, whose tables belong to the first', async () => {
  const name = `sightline_${randomBytes(4).toString('hex')}`;
  const page = readFileSync('docs/rotate-secrets.md', 'utf8');
  const [add = '', end = ''] = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql = '']) =>
    sql.replaceAll('sightline', name),
  );
  const urlOf = (role: string, secret: string): string => {
    const { host } = new URL(inject('servers').adminUrl);
    return `postgresql://${role}:${secret}@${host}/${name}`;
  };
  const [first, second] = [password(), password()];
  await asSuperuser(`CREATE ROLE ${name} LOGIN PASSWORD '${first}'`);
  await asSuperuser(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
  onTestFinished(async () => {
    await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
    await asSuperuser(`DROP ROLE IF EXISTS ${name}_2`);
    await asSuperuser(`DROP ROLE ${name}`);
  });
  await migrate(urlOf(name, first));

  const authSecret = password();
  const startWeb = async (url: string) => {
    const port = String(await freeTcpPort());
    const settings = { DATABASE_URL: url, AUTH_SECRET: authSecret, HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'warn' };
    const program = await startProgram('web', Object.assign(settings, livekitSettings()));
    onTestFinished(async () => {
      program.process.kill('SIGTERM');
      await program.exitCode;
    });
    return { baseUrl: `http://127.0.0.1:${port}`, program };
  };
  const before = await startWeb(urlOf(name, first));
  const { token } = await signUp(before.baseUrl, before.program);
  await asSuperuser(add.replace('…', second));
  const after = await startWeb(urlOf(`${name}_2`, second));
  const statusAt = async ({ baseUrl }: { baseUrl: string }): Promise<number> =>
    (await new ApiClient(baseUrl, token).ask('GET /events')).status;
  expect([await statusAt(before), await statusAt(after)]).toEqual([200, 200]);

  await asSuperuser(end);
  await expect(checkDatabase(urlOf(name, first))).rejects.toThrow('refuses the user or password');
  await until('web is ready', async () => (await fetch(`${after.baseUrl}/readyz`)).status === 200);
  expect(await statusAt(after)).toBe(200);
  // As a migration of the next version does.
  await withClient(urlOf(`${name}_2`, second), async (client) => {
    await client.query('CREATE TABLE later ()');
    const { rows } = await client.query("SELECT tableowner FROM pg_tables WHERE tablename = 'later'");
    expect(rows).toEqual([{ tableowner: name }]);
  });
}, 120_000);
