import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mayImport } from './may-import';

const page = readFileSync('docs/architecture.md', 'utf8');

test('every path that docs/architecture.md names exists', () => {
  const named = [...page.matchAll(/`((?:app|components|lib|server|scripts|prisma|tests|docs)\/[^`]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(30);
  // A star stands for every program.
  const paths = named.flatMap((name) =>
    name.startsWith('server/*/')
      ? ['web', 'gateway', 'worker', 'migrate', 'all-in-one'].map((program) => name.replace('*', program))
      : [name],
  );
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('its table of imports is the one that the tests enforce', () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| ((?:`[^`]+`(?:, )?)+|nothing) +\|$/gm)].map(
    ([, place, allowed]) => [place, [...(allowed ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1])] as const,
  );
  expect(Object.fromEntries(rows)).toEqual(mayImport);
});
