import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unknownSettings } from './unknown-settings';

test('names what no program reads', () => {
  const names = ['PUBLIC_URL', 'PUBLIC_ULR', 'DATA_DIR', 'NODE_OPTIONS', 'COMPOSE_PROFILES', 'WEBHOOK_PRIVATE'];
  expect(unknownSettings(names)).toEqual(['PUBLIC_ULR', 'WEBHOOK_PRIVATE']);
});

test('knows each setting of .env.example, and each that Compose reads', () => {
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  const compose = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(unknownSettings([...example, ...compose])).toEqual([]);
});
