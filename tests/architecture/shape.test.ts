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

test('no list is spread into the arguments of a function that takes any number of them', () => {
  // V8 takes about 125,000 arguments, and throws a RangeError at more: minOf and maxOf take a list, a loop pushes it.
  const variadic =
    /\bMath\.(?:min|max|hypot)\(|\.(?:push|unshift|splice)\(|\bString\.from(?:CharCode|CodePoint)\(|\bArray\.of\(/g;
  const found = files
    .filter(({ path }) => /^(?:lib|server|app|components|scripts)\/.*(?<!\.test)\.(?:tsx?|mjs)$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(variadic)].flatMap(({ index, 0: call }) =>
        hasSpread(text.slice(index + call.length)) ? `${path}:${text.slice(0, index).split('\n').length}` : [],
      ),
    );
  expect(found).toEqual([]);
});

/** Whether an argument of its own is a spread, in the text behind a call's opening bracket. */
function hasSpread(text: string): boolean {
  let depth = 0;
  let begins = true;
  for (const [index, character] of [...text.slice(0, 2_000)].entries()) {
    if (depth === 0 && begins && text.startsWith('...', index)) return true;
    if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && depth-- === 0) return false;
    if (!/\s/.test(character)) begins = character === ',' && depth === 0;
  }
  return false;
}
