import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

test('private members are #private, the language’s own', () => {
  // JavaScript has no private constructors.
  expect(places(/(?:^|[(,])[^\S\n]*(?:private|protected) (?!constructor\()[a-zA-Z_$]/gm)).toEqual([]);
});
