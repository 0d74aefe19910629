import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './source-graph';

const sources = readSources();
const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const product = sources.filter((file) => !isTest(file.path) && !file.path.startsWith('prisma/'));

const minLines = 25;

const knownSatellites: Record<string, string> = {
  'lib/browser/api/check-answer.ts': 'the one file of the browser that production builds without zod',
  'server/gateway/store/find-worker-owners.ts': 'a query of its own, like those beside it',
};

const knownNames: Record<string, string> = {
  'lib/browser/api/api-client.ts': '`api` is read where it is called, with the endpoint',
  'lib/platform/db/query-compiler.ts': 'Prisma’s generated code asks for `wasm`',
};

/** A file with a test of its own has two users. A lazy import or 'use client' needs a file of its own. */
test(`no file under ${minLines} lines whose only importer lies beside it`, () => {
  const satellites = product.filter(({ path: file, text }) => {
    if (text.trimEnd().split('\n').length >= minLines) return false;
    const [importer, another] = sources.filter(({ imports }) => imports.some((imported) => imported.file === file));
    if (!importer || another || path.dirname(importer.path) !== path.dirname(file)) return false;
    const isLazy = importer.imports.every((imported) => imported.file !== file || imported.isLazy);
    return !isLazy && (isClient(text) === isClient(importer.text) || !isClient(text));
  });
  expect(satellites.map((file) => file.path).sort()).toEqual(Object.keys(knownSatellites).sort());
});

const isClient = (text: string) => text.startsWith("'use client'");

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
