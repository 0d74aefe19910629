import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

test('.env.example documents every setting of lib/platform/env.ts', () => {
  const settings = names(
    readFileSync('lib/platform/env.ts', 'utf8'),
    /^\s+([A-Z][A-Z_]+): (?:z\.|port\b|secret\b|postgresUrl\b|websocketUrl\b)/gm,
  );
  const documented = names(readFileSync('.env.example', 'utf8'), /^#([A-Z][A-Z_]+)=/gm);
  expect(settings.length).toBeGreaterThan(15);
  const missing = settings.filter((name) => !documented.includes(name));
  expect(missing).toEqual([]);
});

describe('docker-compose.yml', () => {
  const secrets = { POSTGRES_PASSWORD: 'p', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' };
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

  test('runs the same livekit-server as npm start', async () => {
    const { livekitVersion } = await import('@/scripts/find-livekit.mjs');
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`livekit/livekit-server:v${livekitVersion}`);
  });

  test.skipIf(!hasCompose)('is valid for docker compose, and refuses to run without its secrets', () => {
    expect(compose(secrets)).toMatchObject({ status: 0, stderr: '' });
    expect(compose({}).stderr).toContain('set POSTGRES_PASSWORD in .env');
  });
});
