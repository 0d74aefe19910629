import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { baseline, listMigrations } from '@/lib/platform/db/list-migrations';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { createShareLink } from '@/lib/use-cases/sharing/share-links';
import { testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { checkBackup } from '@/server/migrate/backup/check-backup';
import { loadDatabase, resumeInstallation } from '@/server/migrate/backup/load-database';
import { manifestFile, provenFile } from '@/server/migrate/backup/manifest';
import { saveDatabase } from '@/server/migrate/backup/save-database';
import { migrate } from '@/server/migrate/migrate';
import { makeApiToken, makeColleague, makeStream, makeUser } from '../../support/api/factories';
import { createOwnDatabase, type OwnDatabase } from '../../support/product/own-database';

let directory: string;
let folder: string;
let fresh: OwnDatabase;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-backup-'));
  folder = path.join(directory, 'backup');
  fresh = await createOwnDatabase('template0');
});

afterEach(async () => {
  await fresh.drop();
  await rm(directory, { recursive: true });
});

/** Every row of the given tables as text, by table, in an order of its own. */
const readRows = (url: string, tables: string[]): Promise<Record<string, string[]>> =>
  withClient(url, async (client) => {
    const rows: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows: found } = await client.query(`SELECT to_jsonb(t)::text AS text FROM "${table}" AS t ORDER BY 1`);
      rows[table] = found.map(({ text }) => text);
    }
    return rows;
  });

const readTableNames = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations') ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  });

/** An organization with something of everything, and with characters that COPY has to escape. */
async function fillDatabase(): Promise<void> {
  const owner = await makeUser();
  await makeColleague(owner.actor, 'viewer');
  await makeApiToken(owner.actor, 'write');
  const stream = await makeStream(owner.actor, { name: 'Tab\there, back\\slash, \\N, “quotes”, 摄像机 🎥' });
  const webhook = await createWebhook(owner.actor, { url: 'https://8.8.8.8/', event_types: ['stream.created'] });
  await testWebhook(owner.actor, webhook.id);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await createShareLink(owner.actor, stream.eventId, {
    name: 'Client',
    streamIds: [stream.id],
    canHear: true,
    expiresAt,
    password: 'secret words',
    maxViewers: 5,
  });
  await db().streamIncident.create({
    data: {
      id: newId(),
      streamId: stream.id,
      organizationId: stream.organizationId,
      severity: 'info',
      code: 'test',
      message: 'line\nbreak',
    },
  });
}

test('a backup is restored into a fresh database, row by row the same', async () => {
  await fillDatabase();
  const url = databaseEnv().DATABASE_URL;
  const before = await readRows(url, await readTableNames(url));
  const { tables } = await saveDatabase(url, folder);
  const noted = await db().installation.findFirstOrThrow();
  expect(Date.now() - (noted.backedUpAt?.getTime() ?? 0)).toBeLessThan(60_000);
  await db().organization.updateMany({ data: { name: 'changed after the backup' } });
  await db().organization.updateMany({ data: { name: 'Northwind Live' } });
  expect(await readdir(folder)).not.toContain(provenFile);
  await loadDatabase(fresh.url, folder, { asReplacement: true });
  expect(await readdir(folder)).toContain(provenFile);

  const saved = tables.map(({ name }) => name);
  expect((await readTableNames(url)).filter((name) => !saved.includes(name))).toEqual([
    'gateways',
    'rate_limits',
    'srt_sessions',
  ]);
  const after = await readRows(fresh.url, saved);
  expect(after).toEqual(Object.fromEntries(saved.map((name) => [name, before[name]])));
  expect(Object.values(after).filter((rows) => rows.length > 0).length).toBeGreaterThanOrEqual(12);
  for (const { name, rows } of tables) expect(before[name]).toHaveLength(rows);
  // Sequences continue from the saved value.
  const nextPosition = (at: string) =>
    withClient(at, async (client) => {
      const { rows } = await client.query(
        'SELECT last_value::text AS last, is_called FROM webhook_deliveries_position_seq',
      );
      return rows;
    });
  expect(await nextPosition(fresh.url)).toEqual(await nextPosition(url));
}, 60_000);

test('a restored copy does nothing beside its original, until it is resumed', async () => {
  const owner = await makeUser();
  const { id } = await makeStream(owner.actor);
  await createWebhook(owner.actor, { url: 'https://8.8.8.8/', event_types: ['stream.created'] });
  await db().stream.update({
    where: { id },
    data: { status: 'active', leaseOwner: 'gateway-a', podName: 'worker-1', podIp: '127.0.0.2', workerControlPort: 1 },
  });
  await saveDatabase(databaseEnv().DATABASE_URL, folder);
  await loadDatabase(fresh.url, folder, { asReplacement: false });
  const {
    installation,
    streams,
    webhook_deliveries: deliveries,
  } = await readRows(fresh.url, ['installation', 'streams', 'webhook_deliveries']);
  expect(installation?.map((row) => JSON.parse(row))).toMatchObject([
    { identity: expect.stringMatching(/^[0-9a-f]{8}$/), paused_at: expect.any(String) },
  ]);
  expect(streams?.map((row) => JSON.parse(row)).find((row) => row.id === id)).toMatchObject({
    status: 'stopped',
    lease_owner: null,
    pod_name: null,
    pod_ip: null,
    worker_control_port: null,
  });
  expect(deliveries).toEqual((await readRows(databaseEnv().DATABASE_URL, ['webhook_deliveries'])).webhook_deliveries);
  await resumeInstallation(fresh.url);
  const [resumed = ''] = (await readRows(fresh.url, ['installation'])).installation ?? [];
  expect(JSON.parse(resumed)).toMatchObject({ paused_at: null, identity: expect.stringMatching(/^[0-9a-f]{8}$/) });
}, 60_000);

test('a load that was killed can be repeated, and a save that was killed holds no name', async () => {
  await makeUser();
  const url = databaseEnv().DATABASE_URL;
  await mkdir(`${folder}.part`);
  await writeFile(path.join(`${folder}.part`, 'users.copy.gz'), 'half');
  await saveDatabase(url, folder);
  expect(await readdir(directory)).toEqual(['backup']);
  await migrate(fresh.url);
  await loadDatabase(fresh.url, folder, { asReplacement: true });
  expect((await readRows(fresh.url, ['users'])).users).toEqual((await readRows(url, ['users'])).users);
}, 60_000);

/** Saves a database as the first version had it. @returns the id of its one organization */
async function saveFirstVersion(): Promise<string> {
  const old = await createOwnDatabase('template0');
  const [first = ''] = await listMigrations();
  await migrate(old.url, first);
  const id = newId();
  await withClient(old.url, (client) =>
    client.query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [id, 'Northwind Live']),
  );
  expect((await saveDatabase(old.url, folder)).lastMigration).toBe(first);
  await old.drop();
  return id;
}

test('a backup of an older version is upgraded as it is restored', async () => {
  const id = await saveFirstVersion();
  await loadDatabase(fresh.url, folder, { asReplacement: true });
  const { organizations } = await readRows(fresh.url, ['organizations']);
  expect(JSON.parse(organizations?.[0] ?? '')).toMatchObject({ id, name: 'Northwind Live', plan: 'free' });
  expect(await migrate(fresh.url)).toEqual([]);
}, 60_000);

test('a backup of the last version before 1.0 is restored, and one of an older version is refused', async () => {
  const id = await saveFirstVersion();
  const file = path.join(folder, manifestFile);
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, lastMigration: '20261122160000_audit_entries' }));
  await expect(loadDatabase(fresh.url, folder, { asReplacement: true })).rejects.toThrow('of a version before 1.0');
  await writeFile(file, JSON.stringify({ ...manifest, lastMigration: baseline.lastFormer }));
  await loadDatabase(fresh.url, folder, { asReplacement: true });
  const { organizations } = await readRows(fresh.url, ['organizations']);
  expect(JSON.parse(organizations?.[0] ?? '')).toMatchObject({ id });
}, 60_000);

test('refuses what would not be the backup, before it writes anything', async () => {
  await makeUser();
  const url = databaseEnv().DATABASE_URL;
  await saveDatabase(url, folder);
  await expect(saveDatabase(url, folder)).rejects.toThrow('is there already');
  await expect(loadDatabase(url, folder, { asReplacement: true })).rejects.toThrow('into an empty database only');
  await expect(loadDatabase(fresh.url, directory, { asReplacement: true })).rejects.toThrow(
    'has no backup of Sightline',
  );

  const users = path.join(folder, 'users.copy.gz');
  const bytes = await readFile(users);
  await writeFile(users, Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff])]));
  await expect(loadDatabase(fresh.url, folder, { asReplacement: true })).rejects.toThrow(
    'users.copy.gz of the backup is damaged',
  );
  await rm(users);
  await expect(loadDatabase(fresh.url, folder, { asReplacement: true })).rejects.toThrow('lacks users.copy.gz');
  await writeFile(users, bytes);

  const secrets = path.join(directory, 'secrets.json');
  await writeFile(secrets, '{"authSecret":"a"}');
  const whole = path.join(directory, 'with-secrets');
  await saveDatabase(url, whole, secrets);
  expect((await checkBackup(whole)).secretsSha256).toMatch(/^[0-9a-f]{64}$/);
  await writeFile(path.join(whole, 'secrets.json'), '{"authSecret":"b"}');
  await expect(checkBackup(whole)).rejects.toThrow('secrets.json of the backup is damaged');
  await rm(path.join(whole, 'secrets.json'));
  await expect(checkBackup(whole)).rejects.toThrow('lacks secrets.json');

  const manifest = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8'));
  await writeFile(
    path.join(folder, manifestFile),
    JSON.stringify({ ...manifest, lastMigration: '29990101000000_later' }),
  );
  await expect(loadDatabase(fresh.url, folder, { asReplacement: true })).rejects.toThrow('which is newer');
  expect(await readTableNames(fresh.url)).toEqual([]);
}, 60_000);
