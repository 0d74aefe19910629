import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './source-graph';

const sources = readSources();
const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const product = sources.filter((file) => !isTest(file.path) && !file.path.startsWith('prisma/'));

/** Rises as crumbs are merged into the noun that they belong to; 60 would be healthy. */
const minMedianLines = 52;

const knownNames: Record<string, string> = {
  'lib/browser/api/api-client.ts': '`api` is read where it is called, with the endpoint',
  'lib/platform/db/query-compiler.ts': 'Prisma’s generated code asks for `wasm`',
};

test('one noun, one file, whole: the median file does not shrink', () => {
  const lines = product.map(({ text }) => text.trimEnd().split('\n').length).sort((one, other) => one - other);
  expect(lines[Math.floor(lines.length / 2)]).toBeGreaterThanOrEqual(minMedianLines);
});

/**
 * One value, perhaps with types beside it: it or its type bears the file's name, with a verb or a unit at most. Files
 * that export several values are vocabularies, such as schemas, and name their subject.
 */
test('a file that exports one thing is called after it', () => {
  const exported = /^export (?:default )?(?:async )?(?:abstract )?(function\*?|class|const|let|interface|type) (\w+)/gm;
  const misnamed = product.filter(({ path: file, text }) => {
    // Next names the files of its pages and routes.
    if (file.startsWith('app/')) return false;
    const exports = [...text.matchAll(exported)].map(([, kind, name]) => ({ kind, name: name ?? '' }));
    const values = exports.filter(({ kind }) => kind !== 'interface' && kind !== 'type');
    if (values.length !== 1) return false;
    const subject = path
      .basename(file)
      .replace(/(\.program)?\.tsx?$/, '')
      .replaceAll('-', '')
      .replace(/s$/, '');
    return !exports.some(({ name }) => name.toLowerCase().includes(subject));
  });
  expect(misnamed.map((file) => file.path).sort()).toEqual(Object.keys(knownNames).sort());
});
