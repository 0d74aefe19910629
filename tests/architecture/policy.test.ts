import { describe, expect, test } from 'vitest';
import { auditActions } from '@/lib/contracts/organization/audit-trail';
import { actions } from '@/lib/contracts/permissions';
import { streamSettingActions } from '@/lib/contracts/stream-settings';
import { readSources } from './source-graph';

const product = readSources().filter(({ path }) => !path.startsWith('tests/') && !/\.test\.tsx?$/.test(path));
const isUseCase = (path: string | null) => path?.startsWith('lib/use-cases/') === true;
const useCaseFiles = product.filter(({ path }) => isUseCase(path));

/** The exported constants that a definer makes, by file. */
const defined = new Map(
  useCaseFiles.map(({ path, text }) => [
    path,
    [...text.matchAll(/^export const (\w+) = define(?:UseCase|Public|System)\(/gm)].map((match) => match[1] ?? ''),
  ]),
);

/** The functions of a file that wait for something, and so do more than show or compute. */
const workers = (text: string): string[] =>
  [...text.matchAll(/^export (?:async function|const) (\w+)[\s\S]*?(?=^export |(?![\s\S]))/gm)]
    .filter(([piece]) => /^export async|=> *(?:\n *)?db\(\)|: Promise<|async \(/.test(piece.split(/\n\n/)[0] ?? ''))
    .map((match) => match[1] ?? '');

/** The functions of use cases that other rooms import. */
const taken = product
  .filter(({ path }) => !isUseCase(path))
  .flatMap(({ path, text, imports }) =>
    [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', specifier]) => {
      const file = imports.find((imported) => imported.specifier === specifier)?.file;
      const source = useCaseFiles.find((useCase) => useCase.path === file);
      if (!source) return [];
      const values = names.split(',').map((name) => name.trim().replace(/ as .*/, ''));
      return values.filter((name) => workers(source.text).includes(name)).map((name) => ({ path, source, name }));
    }),
  );

describe('what other rooms call is defined with the action that is asked, or why none is', () => {
  test('there are such use cases', () => expect(taken.length).toBeGreaterThan(100));

  test('each is a defineUseCase, definePublic or defineSystem', () => {
    const undeclared = taken.filter(({ source, name }) => !defined.get(source.path)?.includes(name));
    expect(undeclared.map(({ path, source, name }) => `${path} → ${source.path}: ${name}`)).toEqual([]);
  });

  test('the test sees functions that wait', () => {
    const text =
      'export async function a() {}\n\nexport const b = (id: string): Promise<void> =>\n  db();\n\nexport const c = 1;\n';
    expect(workers(text)).toEqual(['a', 'b']);
  });
});

test('an actor who has not been let in reaches definers alone', () => {
  const takers = useCaseFiles.filter(({ text }) => /\bimport (type )?\{[^}]*\bActor\b/.test(text));
  expect(takers.map(({ path }) => path).sort()).toEqual([
    'lib/use-cases/definers/define-use-case.ts',
    'lib/use-cases/definers/record.ts',
    // Asks itself, with the event at hand.
    'lib/use-cases/events/serialize.ts',
  ]);
});

test('every action of the table is asked about', () => {
  const asked = product.flatMap(({ text }) =>
    [...text.matchAll(/\bauthorize\(actor, '([\w.]+)'|\bcan\(actor, '([\w.]+)'|\baction: '([\w.]+)'/g)].map(
      ([, authorized, able, declared]) => authorized ?? able ?? declared ?? '',
    ),
  );
  expect(actions.filter((action) => !asked.includes(action))).toEqual([]);
});

/** The calls of defineUseCase, with their bodies. */
const definitions = useCaseFiles.flatMap(({ path, text }) =>
  text
    .split(/^(?=export )/m)
    .filter((piece) => /^export const \w+ = defineUseCase\(/.test(piece))
    .map((piece) => ({ path, piece, name: /const (\w+)/.exec(piece)?.[1] ?? '' })),
);

test('a use case that declares a line of the audit trail adds it', () => {
  expect(definitions.length).toBeGreaterThan(90);
  const silent = definitions.filter(
    ({ piece }) => /\baudit: /.test(piece) && !/\brecord\(|\{ actor, record \}/.test(piece),
  );
  expect(silent.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test('every action that the audit trail has words for is recorded somewhere', () => {
  const recorded = useCaseFiles.flatMap(({ text }) => [...text.matchAll(/'([\w.]+)'/g)].map((match) => match[1] ?? ''));
  // A use case that spreads the table of settings records the actions of its rows.
  if (useCaseFiles.some(({ text }) => text.includes('...streamSettingActions'))) recorded.push(...streamSettingActions);
  expect(auditActions.filter((action) => !recorded.includes(action))).toEqual([]);
});
