import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mayImport, useCases } from './may-import';

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

/** Its table of imports, in which `use cases` stands for all of their folders. */
function importsOfPage(): Record<string, string[]> {
  const names = (cell = '') => [...cell.matchAll(/`([^`]+)`|use cases/g)].flatMap(([text, name]) => name ?? text);
  const expand = (list: string[]) => list.flatMap((name) => (name === 'use cases' ? useCases : name));
  const rows = [...page.matchAll(/^\| (`[^`]+`|use cases) +\| ((?:(?:`[^`]+`|use cases)(?:, )?)+|nothing) +\|$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, place, allowed]) => expand(names(place)).map((folder) => [folder, expand(names(allowed))])),
  );
}

test('its table of imports is the one that the tests enforce', () => {
  expect(importsOfPage()).toEqual(mayImport);
  expect(page).toContain(`Use cases: ${useCases.map((folder) => `\`${folder}\``).join(', ')}.`);
});
