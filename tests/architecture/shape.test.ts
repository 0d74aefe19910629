import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Every file of code, tests and scripts included, committed or about to be. */
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.css'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
  .map((file) => ({ path: file, text: readFileSync(file, 'utf8') }));

/** The places at which `pattern` is found, as `path:line`. */
const places = (pattern: RegExp): string[] =>
  files
    // This file names what it looks for.
    .filter((file) => file.path !== 'tests/architecture/shape.test.ts')
    .flatMap((file) =>
      [...file.text.matchAll(pattern)].map(
        ({ index }) => `${file.path}:${file.text.slice(0, index).split('\n').length}`,
      ),
    );

test('a file above 300 lines says at its top why: “300 lines, because …”', () => {
  const long = files.filter(({ text }) => text.split('\n').length - 1 > 300);
  const saysWhy = (text: string) => /^(\/\/|\/\*).*300 lines, because \S/.test(text);
  expect(long.filter(({ text }) => !saysWhy(text)).map((file) => file.path)).toEqual([]);
});

test('no folder has more than 20 files beside each other', () => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.dirname(file.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

test('private members are #private, the language’s own', () => {
  // JavaScript has no private constructors.
  expect(places(/(?:^|[(,])[^\S\n]*(?:private|protected) (?!constructor\()[a-zA-Z_$]/gm)).toEqual([]);
});

test('no object literal is spread into another to save lines', () => {
  expect(places(/\.\.\.\{/g)).toEqual([]);
});
