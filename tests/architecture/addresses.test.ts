import { expect, test } from 'vitest';
import { type AddressParts, addresses, type EndpointName, partsOf } from '@/lib/contracts/api/addresses';
import { readSources } from './source-graph';

const root = 'app/api/v1';
const folders = readSources().filter(({ path }) => path.startsWith(`${root}/`) && path.endsWith('/route.ts'));

const names = Object.keys(addresses) as EndpointName[];
const folderOf = (name: EndpointName): string => {
  const { path }: AddressParts = partsOf(name);
  return `${root}${path.replaceAll(/\{(\w+)\}/g, '[$1]')}/route.ts`;
};

/** The endpoints of a folder, by the declarations that its route file names. */
const served = new Map(
  folders.map(({ path, text }) => [
    path,
    [...text.matchAll(/\bendpoint\(\s*(?:\w+\.)?(\w+),/g)].map((match) => match[1] ?? ''),
  ]),
);

test('every address has its folder and its method, and every folder its addresses', () => {
  const wanted = new Map<string, string[]>(folders.map(({ path }) => [path, []]));
  for (const name of names) wanted.set(folderOf(name), [...(wanted.get(folderOf(name)) ?? []), name]);
  expect(folders.length).toBeGreaterThan(80);
  const sorted = (map: Map<string, string[]>) => [...map].map(([path, all]) => [path, all.toSorted()]).sort();
  expect(sorted(served)).toEqual(sorted(wanted));
});

test('every folder exports each method, so that none is answered in another format', () => {
  const open = folders.filter(({ text }) => !text.includes('{ GET, POST, PUT, PATCH, DELETE, OPTIONS } = route('));
  expect(open.map(({ path }) => path)).toEqual([]);
});
