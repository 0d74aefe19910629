import { describe, expect, test } from 'vitest';
import { mayImport } from './may-import';
import { readSources, type SourceFile } from './source-graph';

const sources = readSources();
const product = sources.filter(
  ({ path }) => !path.startsWith('tests/') && !path.endsWith('.test.ts') && !path.endsWith('.test.tsx'),
);

const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

/** The files that break a rule, as `importer → imported`; a good test shows none. */
const offences = (
  files: SourceFile[],
  isForbidden: (imported: { file: string | null; specifier: string }) => boolean,
) => files.flatMap(({ path, imports }) => imports.filter(isForbidden).map(({ specifier }) => `${path} → ${specifier}`));

describe('who may import whom', () => {
  for (const [place, allowed] of Object.entries(mayImport)) {
    test(`${place} imports only ${allowed.join(', ') || 'itself'}`, () => {
      const files = product.filter(({ path }) => isIn(path, place));
      const allowedPlaces = [place, ...allowed];
      expect(offences(files, ({ file }) => file !== null && !allowedPlaces.some((other) => isIn(file, other)))).toEqual(
        [],
      );
    });
  }

  test('every folder of the product has its rule', () => {
    const places = Object.keys(mayImport);
    const strays = product.filter(({ path }) => path.includes('/') && !places.some((place) => isIn(path, place)));
    expect(strays.map(({ path }) => path)).toEqual([]);
  });
});

describe('who may import a package', () => {
  const rules: { name: string; specifier: RegExp; places: string[] }[] = [
    {
      name: 'next',
      specifier: /^next(\/|$)/,
      places: ['app', 'components', 'lib/http', 'lib/auth', 'lib/browser', 'server/web/web.ts'],
    },
    { name: 'livekit-server-sdk', specifier: /^livekit-server-sdk$/, places: ['lib/platform/livekit'] },
    {
      name: 'ws',
      specifier: /^ws$/,
      places: [
        'lib/platform/livekit/announced-addresses.ts',
        'lib/preflight/checks/public-url.ts',
        'server/web/cable/open-cable.ts',
        'server/worker/livekit/livekit-signal.ts',
        'server/tally-agent',
      ],
    },
    { name: 'node-av', specifier: /^node-av(\/|$)/, places: ['lib/media', 'server/worker', 'server/exporter/muxer'] },
    // Where libsrt runs, a fork may stand still for ever; process-starter.ts says why.
    {
      name: 'child_process',
      specifier: /^node:child_process$/,
      places: [
        'lib/platform/process',
        'server/all-in-one',
        'server/exporter/mux-process.ts',
        'server/gateway/drivers',
        'server/migrate',
        'server/worker/outputs/process/process-starter.ts',
      ],
    },
    { name: 'werift', specifier: /^werift(\/|$)/, places: ['server/worker'] },
    // It throws outside React's server condition, and server/ shares this code.
    { name: 'server-only', specifier: /^server-only$/, places: [] },
  ];

  for (const { name, specifier, places } of rules) {
    test(`${name}: ${places.join(', ') || 'nobody'}`, () => {
      const files = product.filter(({ path }) => !places.some((place) => isIn(path, place)));
      expect(offences(files, (imported) => specifier.test(imported.specifier))).toEqual([]);
    });
  }
});

/** An `import` at the top of any module loads the package with the program: esbuild moves it to the bundle's top. */
test('what few servers use is loaded with its first use', () => {
  const imported =
    /^import (?!type\s)[^;]*?\sfrom '(stripe|nodemailer|next-auth|@redis\/client|@kubernetes\/client-node)'/m;
  const loaded = product.filter(({ text }) => imported.test(text));
  expect(loaded.map(({ path }) => path)).toEqual([]);
});

test('the browser loads no zod', () => {
  const byPath = new Map(product.map((file) => [file.path, file]));
  const exceptions = [
    // In development alone.
    'lib/browser/api/check-answer.ts',
    // Pages that the server renders.
    'components/api-docs/fields-of.ts',
  ];
  /** The imports from a file to zod; empty where it does not load it. */
  const wayToZod = (path: string, seen: Set<string>): string[] => {
    if (seen.has(path) || exceptions.includes(path)) return [];
    seen.add(path);
    for (const { specifier, file, isType } of byPath.get(path)?.imports ?? []) {
      if (isType) continue;
      if (specifier === 'zod') return [path, 'zod'];
      const way = file === null ? [] : wayToZod(file, seen);
      if (way.length > 0) return [path, ...way];
    }
    return [];
  };
  const seen = new Set<string>();
  const browser = product.filter(({ path }) => isIn(path, 'components') || isIn(path, 'lib/browser'));
  expect(browser.map(({ path }) => wayToZod(path, seen).join(' → ')).filter((way) => way !== '')).toEqual([]);
});

test('only lib/platform/env reads process.env', () => {
  const readers = product
    // The bundler replaces it by its value, which is how this file leaves zod out of production.
    .map((file) => (file.path === 'lib/browser/api/check-answer.ts' ? withoutNodeEnv(file) : file))
    .filter(({ path, text }) => !isIn(path, 'lib/platform/env') && /\bprocess\.env\b/.test(text));
  // Test-runner settings are no part of the product.
  expect(readers.map(({ path }) => path).filter((path) => path !== 'playwright.config.ts')).toEqual([]);
});

const withoutNodeEnv = (file: SourceFile): SourceFile => ({
  ...file,
  text: file.text.replace("process.env.NODE_ENV !== 'production'", ''),
});

test('no cycles, types included', () => {
  const graph = new Map(product.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

/**
 * The rooms are the first folders below a top folder (`components/multiview`, `lib/platform/db`, `server/gateway/reconciler`).
 * A top folder's own file is a room by itself, which may import the rooms beside it, and be imported by others of them.
 */
function roomOf(file: string): string {
  const [top, ...rest] = file.split('/');
  return [top, ...rest.slice(0, top === 'lib' || top === 'server' ? 2 : 1)].join('/');
}

test('no circles between rooms', () => {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of product) {
    const from = roomOf(path);
    const to = graph.get(from) ?? new Set();
    for (const { file } of imports) if (file !== null && roomOf(file) !== from) to.add(roomOf(file));
    graph.set(from, to);
  }
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const room of seen) for (const next of graph.get(room) ?? []) seen.add(next);
    return seen.has(to);
  };
  const circles = [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => reaches(to, from)).map((to) => [from, to].sort().join(' ⇄ ')),
  );
  expect([...new Set(circles)].sort()).toEqual([]);
});

test('the page behind a share link loads nothing of who is signed in', () => {
  const graph = new Map(product.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const reached = new Set(['app/(share)/share/page.tsx']);
  for (const file of reached) for (const imported of graph.get(file) ?? []) reached.add(imported);
  expect(reached).toContain('lib/browser/room/event-room.ts');
  const signedIn = /^lib\/browser\/(api\/(api-client|token-store|auth-session-store|use-)|data\/)/;
  expect([...reached].filter((file) => signedIn.test(file))).toEqual([]);
});

test('no barrels: no file only passes on what others export', () => {
  const barrels = product.filter(({ text }) => /^export\s+(type\s+)?(\*|\{[^}]*\})\s+from\s/m.test(text));
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

test('no file is called utils, helpers, common or manager', () => {
  const vague = sources.filter(({ path }) => /(^|[/.-])(utils?|helpers?|common|manager)[./-]/.test(path));
  expect(vague.map(({ path }) => path)).toEqual([]);
});

test('file names are kebab-case', () => {
  const others = sources.filter(({ path }) => !/^[a-z0-9.-]+$/.test(path.split('/').at(-1) ?? ''));
  expect(others.map(({ path }) => path)).toEqual([]);
});
