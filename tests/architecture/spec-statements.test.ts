import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from '../e2e/spec/statement-sources';
import { statements } from '../e2e/spec/statements';

const all = Object.entries(statements).flatMap(([section, rows]) =>
  rows.map(([statement, ...held]) => ({ statement: `${section}: ${statement}`, held })),
);

test('all 266 statements of the specification are held by a test, or decision 75 says why not', () => {
  expect(all).toHaveLength(266);
  expect(new Set(all.map(({ statement }) => statement)).size).toBe(266);
  expect(all.filter(({ held }) => held.length === 0)).toEqual([]);
});

test('what holds them is there under its name, and holds one', () => {
  const plain = (text: string) => text.replaceAll('\\', '').replaceAll(/\s+/g, ' ');
  const missing = Object.values(sources).filter(([file, name]) => !plain(readFileSync(file, 'utf8')).includes(name));
  expect(missing).toEqual([]);
  const used = new Set(all.flatMap(({ held }) => held));
  expect(Object.keys(sources).filter((source) => !used.has(source as keyof typeof sources))).toEqual([]);
});
