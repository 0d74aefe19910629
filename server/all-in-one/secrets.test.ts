import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  forgetFormerSecrets,
  loadSecrets,
  noteSecretsUsed,
  restoreSecrets,
  rotateSecrets,
  secretsFile,
} from './secrets';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-secrets-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

/** Moves the time back at which the present secrets came into use. */
async function age(days: number): Promise<void> {
  const secrets = await loadSecrets(dataDir);
  secrets.usedSince = new Date(Date.now() - days * 86_400_000).toISOString();
  await writeFile(secretsFile(dataDir), JSON.stringify(secrets));
}

test('makes secrets once, for their owner alone', async () => {
  const secrets = await loadSecrets(dataDir);
  expect(await loadSecrets(dataDir)).toEqual(secrets);
  expect((await stat(secretsFile(dataDir))).mode & 0o777).toBe(0o600);
});

test('a rotation replaces each secret, and keeps the former ones', async () => {
  const { usedSince: _unused, ...first } = await loadSecrets(dataDir);
  await rotateSecrets(dataDir);
  const { former, ...second } = await loadSecrets(dataDir);
  expect(former).toMatchObject({ authSecret: first.authSecret, postgresPassword: first.postgresPassword });
  for (const [name, value] of Object.entries(first)) expect(second).not.toHaveProperty(name, value);
  expect(second.usedSince).toBeNull();
});

test('another rotation waits until nobody is signed in by the former secrets', async () => {
  await loadSecrets(dataDir);
  await rotateSecrets(dataDir);
  await expect(rotateSecrets(dataDir)).rejects.toThrow('npm run rotate-secrets -- --forget-former');
  await age(29);
  await expect(rotateSecrets(dataDir)).rejects.toThrow('rotated within the last 30 days');
  await age(31);
  const { authSecret } = await loadSecrets(dataDir);
  await rotateSecrets(dataDir);
  expect((await loadSecrets(dataDir)).former?.authSecret).toBe(authSecret);
});

test('the former secrets are forgotten once Sightline runs with the new ones', async () => {
  await loadSecrets(dataDir);
  await expect(forgetFormerSecrets(dataDir)).rejects.toThrow('There are no former secrets');
  await rotateSecrets(dataDir);
  // Until then, the former password alone opens Postgres.
  await expect(forgetFormerSecrets(dataDir)).rejects.toThrow('start it first');
  await noteSecretsUsed(dataDir);
  await forgetFormerSecrets(dataDir);
  expect(await loadSecrets(dataDir)).toMatchObject({ usedSince: null });
  expect(await readFile(secretsFile(dataDir), 'utf8')).not.toContain('former');
  await rotateSecrets(dataDir);
});

test('a restored backup brings its former secrets along, and no password', async () => {
  const own = await loadSecrets(dataDir);
  const saved = path.join(dataDir, 'saved.json');
  const secret = 's'.repeat(43);
  const signing = { authSecret: secret, livekitApiKey: 'key', livekitApiSecret: secret, postgresPassword: 'theirs' };
  await writeFile(saved, JSON.stringify({ ...signing, former: { ...signing, authSecret: 'f'.repeat(43) } }));
  await restoreSecrets(dataDir, saved);
  const { postgresPassword, databasePassword } = own;
  const restored = { authSecret: secret, postgresPassword, databasePassword, former: { authSecret: 'f'.repeat(43) } };
  expect(await loadSecrets(dataDir)).toMatchObject(restored);
});
