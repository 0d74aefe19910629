import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Every setting, by the schemas of lib/platform/env. */
async function readSettings(): Promise<string[]> {
  const settings = new Set<string>();
  for (const file of readdirSync('lib/platform/env').filter((name) => name.endsWith('-env.ts'))) {
    const exported: Record<string, unknown> = await import(path.resolve('lib/platform/env', file));
    for (const schema of Object.values(exported)) {
      if (schema instanceof z.ZodObject) for (const name of Object.keys(schema.shape)) settings.add(name);
    }
  }
  return [...settings].sort();
}

/** Read by scripts, which run before there are packages to check settings with. */
const settingsOfScripts = ['CHROMIUM_PATH', 'LIVEKIT_SERVER_BIN', 'SEED_PASSWORD'];
/** What a driver starts a worker with; nobody sets it by hand. */
const settingsOfDrivers = ['WORKER_SPEC'];

test('.env.example documents every setting, and nothing that is none', async () => {
  const settings = (await readSettings()).filter((name) => !settingsOfDrivers.includes(name));
  const documented = names(readFileSync('.env.example', 'utf8'), /^#([A-Z][A-Z_]+)=/gm);
  expect(settings.length).toBeGreaterThan(30);
  expect(documented.sort()).toEqual([...settings, ...settingsOfScripts].sort());
});

test('each program has its own settings: AUTH_SECRET is the web’s alone', async () => {
  const { webEnvSchema } = await import('@/lib/platform/env/web-env');
  const { gatewayEnvSchema } = await import('@/lib/platform/env/gateway-env');
  const { migrateEnvSchema } = await import('@/lib/platform/env/migrate-env');
  expect(Object.keys(webEnvSchema.shape)).toContain('AUTH_SECRET');
  expect(Object.keys(gatewayEnvSchema.shape)).not.toContain('AUTH_SECRET');
  expect(Object.keys(migrateEnvSchema.shape).sort()).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'NODE_ENV']);
});

describe('docker-compose.yml', () => {
  const secrets = {
    POSTGRES_PASSWORD: 'p',
    SIGHTLINE_DATABASE_PASSWORD: 'd',
    LIVEKIT_API_KEY: 'k',
    LIVEKIT_API_SECRET: 's',
  };
  const compose = (env: Record<string, string>) =>
    spawnSync('docker', ['compose', '--env-file', '/dev/null', 'config', '--quiet'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env, NODE_ENV: 'test' },
    });
  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

  test('pins every image, checks every service, and opens ports on this machine alone', () => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const services = names(text.split('\nvolumes:')[0] ?? '', /^ {2}(\w+):$/gm);
    expect(services).toEqual(['postgres', 'livekit']);
    expect(names(text, /^ {4}image: (\S+)$/gm)).toHaveLength(services.length);
    for (const image of names(text, /^ {4}image: (\S+)$/gm)) expect(image).toMatch(/:v?\d+\.\d+/);
    expect(names(text, /^ {4}(healthcheck):$/gm)).toHaveLength(services.length);
    for (const port of names(text, /^ {6}- (\S*\d+:\d+\S*)$/gm)) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(text).toContain('stun_servers:');
  });

  test('gives Sightline a database role that is no superuser', () => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    // POSTGRES_USER would be one.
    expect(text).not.toContain('POSTGRES_USER');
    expect(text).toContain('CREATE DATABASE sightline OWNER sightline;');
  });

  test('runs the same livekit-server as npm start', async () => {
    const { livekitVersion } = await import('@/scripts/find-livekit.mjs');
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`livekit/livekit-server:v${livekitVersion}`);
  });

  test.skipIf(!hasCompose)('is valid for docker compose, and refuses to run without its secrets', () => {
    expect(compose(secrets)).toMatchObject({ status: 0, stderr: '' });
    expect(compose({}).stderr).toContain('set POSTGRES_PASSWORD in .env');
  });
});
