import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Folders that tsc reads; packages are linked. Tests are no part of a recipe, and half of what tsc would read. */
const sources = ['app', 'components', 'lib', 'prisma', 'scripts', 'server', '.next/types'];
const settings = ['next-env.d.ts', 'next.config.mjs', 'tsconfig.json'];

interface RecipeRow {
  heading: string;
  file: string;
  /** The line that the row goes before. */
  before: string;
  row: string;
  /** The files that the compiler asks for, where the recipe promises them. */
  places?: string[];
}

/** The rows by which a recipe begins. */
const rows: RecipeRow[] = [
  {
    heading: 'Add a source',
    file: 'lib/contracts/source-kinds.ts',
    before: '  phone: {\n',
    row: `  disc: {
    label: 'Disc',
    senders: 'players',
    sentBy: 'we play it',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'disc',
    takes: null,
    refused: { refusal: 'disc', told: 'was refused.', problem: 'disc', sentence: 'Played.', fix: 'Stop.', settings: null },
    whipRefusal: 'Played.',
    missing: { problem: 'no_disc', sentence: 'None.', fix: 'Put one in.', settings: null },
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
`,
    // All that a source needs outside its folder and the database.
    places: [
      'lib/contracts/worker-sources.ts',
      'server/worker/sources/source-opener.ts',
      'components/camera-source/source-forms.tsx',
    ],
  },
  {
    heading: 'Add an alarm',
    file: 'lib/contracts/alarms/alarm-kinds.ts',
    before: '  black: {\n',
    row: `  green: {
    finding: 'picture_green',
    words: 'Green picture',
    note: 'The picture is green.',
    severity: 'warning',
    delay: ordinaryDelay,
  },
`,
  },
  {
    heading: 'Add a stream setting',
    file: 'lib/contracts/stream-settings.ts',
    before: '  latency: {\n',
    row: `  sharpness: {
    field: 'sharpness',
    action: 'streams.change_sharpness',
    words: 'changed the sharpness of',
    detail: (sharpness: number) => String(sharpness),
  },
`,
  },
  {
    heading: 'Add a metric',
    file: 'server/gateway/prometheus/stream-metrics.ts',
    before: "  [\n    'sightline_stream_frames_per_second',",
    row: "  ['sightline_stream_sharpness', 'Sharpness, 0 to 1.', ({ vitals }) => vitals.report?.sample?.sharpness],\n",
  },
  {
    heading: 'Add a figure of a camera',
    file: 'lib/contracts/metric-figures.ts',
    before: '  fps: {\n',
    row: "  sharpness: { column: 'sharpness', sqlType: 'float8', aggregate: 'avg', example: 1 },\n",
  },
  {
    heading: 'Add a webhook event',
    file: 'lib/contracts/organization/webhook-types.ts',
    before: "  'report.final'",
    row: "  'event.created': { words: 'Event created', when: 'An event is created' },\n",
  },
  {
    heading: 'Add an export format',
    file: 'lib/contracts/export-formats.ts',
    before: '  otio: {',
    row: "  aaf: { name: 'AAF', text: 'Edit as AAF', cameraFiles: 'mov', hasEdit: true },\n",
  },
];

/** The files and folders that a recipe names, and those of the recipe that it builds on. */
function namedIn(heading: string): string[] {
  const page = readFileSync('docs/contributing.md', 'utf8');
  const recipe = page.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const names = [...recipe.matchAll(/`([\w.[\]-]+\/[\w./[\]-]*)`/g)].map(([, name = '']) => name);
  return recipe.includes('as above') ? [...names, ...namedIn('Add a problem')] : names;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** A copy of all that tsc reads. */
const folder = mkdtempSync(path.join(tmpdir(), 'sightline-recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of [...sources, ...settings]) {
  cpSync(name, path.join(folder, name), { recursive: true, filter: (file) => !isTest(file) });
}
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));

/** The product's files that do not compile once the row is there, but for what the migration's database client mends. */
async function filesThatMiss({ file, before, row }: RecipeRow, signal: AbortSignal): Promise<string[]> {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path.join(folder, file), text.replace(before, `${row}${before}`));
  const output = await new Promise<string>((resolve) => {
    const tsc = path.resolve('node_modules/.bin/tsc');
    // Several checkers would each resolve the types that all files share: twice the work, on no more cores.
    const args = ['--noEmit', '--incremental', 'false', '--checkers', '1'];
    execFile(tsc, args, { cwd: folder, signal, killSignal: 'SIGKILL' }, (_, stdout) => resolve(stdout));
  });
  cpSync(file, path.join(folder, file));
  const errors = [...output.matchAll(/^([\w./()[\]-]+)\(\d+,\d+\): error (.*)/gm)];
  const others = errors.filter(([, , error = '']) => !error.includes('StreamSourceKind'));
  return [...new Set(others.map(([, name = '']) => name))].sort();
}

test.for(rows)(
  '$heading: the recipe names each file that the compiler asks for',
  { timeout: 300_000 },
  async (row, { signal }) => {
    const named = namedIn(row.heading);
    expect(named).toContain(row.file);
    const missed = await filesThatMiss(row, signal);
    expect(missed.length).toBeGreaterThan(0);
    if (row.places) expect(missed).toEqual(row.places.toSorted());
    expect(missed.filter((file) => !named.some((name) => file.startsWith(name)))).toEqual([]);
  },
);
