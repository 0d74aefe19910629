import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');

/** Rows of its tables of promises: what is promised, the file, and the title of a test in it, or its beginning. */
const promises = [...page.matchAll(/^\| (.+?) +\| `([^`|]+\.(?:test|spec)\.ts)` +\| (.+?) +\|$/gm)].map(
  ([, promise = '', file = '', title = '']) => ({ promise, file, title }),
);
/** First arguments of test(…), test.each(…)(…), describe(…) and the like: the texts that something else follows. */
const titlesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s/g)].map((match) => match[2] ?? '');

const rowsOfPromises = page
  .slice(page.indexOf('\n## Promises\n'), page.indexOf('\n## What the operator does\n'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --') && !line.startsWith('| Promise'));

test('every row of docs/security.md names a promise, a file and a test', () => {
  expect(promises.length).toBeGreaterThan(25);
  expect(promises).toHaveLength(rowsOfPromises.length);
});

test.each(promises)('$promise: the test exists', ({ file, title }) => {
  expect(existsSync(file)).toBe(true);
  expect(titlesOf(file).filter((candidate) => candidate.includes(title))).not.toEqual([]);
});

test('every path that it names exists', () => {
  const named = [...page.matchAll(/`((?:lib|server|scripts|tests|docs)\/[^`]+)`/g)].map((match) => match[1] ?? '');
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
