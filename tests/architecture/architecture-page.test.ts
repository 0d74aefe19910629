import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programs } from '@/scripts/programs.mjs';
import { mayImport } from './may-import';

const page = readFileSync('docs/architecture.md', 'utf8');

test('every path that docs/architecture.md names exists', () => {
  const named = [...page.matchAll(/`((?:app|components|lib|server|scripts|prisma|tests|docs)\/[^`]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

/** Its table of imports. */
function importsOfPage(): Record<string, string[]> {
  const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| ((?:`[^`]+`(?:, )?)+|nothing) +\|$/gm)];
  return Object.fromEntries(rows.map(([, place = '', allowed]) => [place, names(allowed)]));
}

test('its table of imports is the one that the tests enforce', () => {
  expect(importsOfPage()).toEqual(mayImport);
});

test('its table of programs is the list that the build bundles', () => {
  const [, table = ''] = /^## The programs\n([\s\S]*?)^## /m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| ([\w-]+) +\| `([^`]+)`/gm)].map(([, name, entry]) => [name, entry]);
  expect(rows).toEqual(Object.entries(programs).map(([name, { entry }]) => [name, entry]));
});

test('an entry file is a main.ts or a *.program.ts, and every such file is one', () => {
  const entries = Object.values(programs).map(({ entry }) => entry);
  const isEntry = (file: string) => /(?:^|\/)(?:main|[\w-]+\.program)\.ts$/.test(file);
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).map((file) => `server/${file}`);
  expect(files.filter(isEntry).sort()).toEqual(entries.filter(isEntry).sort());
  expect(entries.filter((entry) => !isEntry(entry))).toEqual([]);
});
