import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkNames } from '@/lib/contracts/check-names';
import { renderConfigure } from '../support/docs/render-configure';
import { renderEncoders } from '../support/docs/render-encoders';
import { shellBlocks } from '../support/docs/shell-blocks';

const ofDocs = readdirSync('docs').filter((file) => file.endsWith('.md'));
const pages = ['README.md', ...ofDocs.map((file) => `docs/${file}`)];
const decisions = readdirSync('docs/decisions').map((file) => `docs/decisions/${file}`);

describe('made of the code; update with `npx vitest run --project architecture tests/architecture/docs.test.ts -u`', () => {
  test('docs/configure.md is what .env.example and the schemas say', async () => {
    await expect(await renderConfigure()).toMatchFileSnapshot('../../docs/configure.md');
  });

  test('docs/encoders.md has the product’s own guides', async () => {
    await expect(renderEncoders()).toMatchFileSnapshot('../../docs/encoders.md');
  });
});

test.each(pages)('%s: each block of commands says whether a test runs it: ```sh run, or ```sh not run', (page) => {
  const unmarked = shellBlocks(readFileSync(page, 'utf8')).filter(({ mark }) => mark !== 'run' && mark !== 'not run');
  expect(unmarked.map(({ line }) => `${page}:${line}`)).toEqual([]);
});

test('what is marked as run, is: by the test that reads the page', () => {
  const runners: Record<string, Record<string, string>> = {
    'docs/backup.md': {
      'Back up': 'tests/all-in-one/tools.test.ts',
      Restore: 'tests/all-in-one/tools.test.ts',
      'With Compose': 'tests/containers/containers.test.ts',
    },
    'docs/install.md': {
      'With Docker Compose': 'tests/containers/containers.test.ts',
      'On Node itself': 'tests/all-in-one/systemd.test.ts',
    },
    'docs/kubernetes.md': { Uninstall: 'tests/kubernetes/helm-upgrade.test.ts' },
    'docs/rotate-secrets.md': {
      'Where `npm start` or systemd runs everything': 'tests/all-in-one/rotate-secrets.test.ts',
    },
    'docs/tls.md': { 'With Compose: Caddy': 'tests/support/containers/compose-run.ts' },
    'docs/upgrade.md': {
      'With systemd': 'tests/all-in-one/systemd.test.ts',
      'With Compose': 'tests/containers/containers.test.ts',
      'With Helm': 'tests/kubernetes/helm-upgrade.test.ts',
    },
  };
  for (const page of pages) {
    for (const { mark, section } of shellBlocks(readFileSync(page, 'utf8'))) {
      if (mark !== 'run') continue;
      const runner = readFileSync(runners[page]?.[section] ?? '', 'utf8');
      const names = [...runner.matchAll(/commandsOf\(\s*'([^']+)',\s*'([^']+)'/g)].map((match) => match.slice(1));
      expect(names).toContainEqual([page, section]);
    }
  }
});

test.each([...pages, ...decisions])('%s: every page that it links to is there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
    ([, link = '']) => link,
  );
  expect(links.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
});

test('docs/README.md names every page, and README.md leads there', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  expect(ofDocs.filter((file) => file !== 'README.md' && !index.includes(`(${file})`))).toEqual([]);
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/README.md)');
});

test('docs/troubleshooting.md has a row for each check of the doctor', () => {
  const rows = readFileSync('docs/troubleshooting.md', 'utf8').matchAll(/^\| `(\w+)` +\|/gm);
  expect([...rows].map(([, name]) => name)).toEqual([...checkNames]);
});

test.each(['docs/livekit.md', 'docs/srt.md', 'docs/latency.md'])(
  '%s names tests that exist, wherever they lie',
  (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/([\w.-]+\.(?:test|spec)\.ts)/g)].map(([name]) => name);
    const all = ['lib', 'server', 'tests'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }),
    );
    const files = new Set(all.map((file) => path.basename(file)));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !files.has(name))).toEqual([]);
  },
);

test.each(decisions)('%s fits on a page and has its date, status, context and alternatives', (record) => {
  const text = readFileSync(record, 'utf8');
  expect(text.split('\n').length).toBeLessThan(60);
  expect(text).toMatch(/^# \d+\. .+\n\n\*\*Date\*\* \d{4}-\d\d-\d\d.* · \*\*Status\*\* /);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(expect.arrayContaining(['Context', 'Alternatives']));
});

test('every decision that code or a page names exists', () => {
  const there = new Set(readdirSync('docs/decisions').map((file) => file.slice(0, 4)));
  const files = ['app', 'components', 'deploy', 'docs', 'lib', 'scripts', 'server', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:mjs|tsx?|md|ya?ml)$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/decisions\/(\d{4})/g)]
      .filter(([, number = '']) => !there.has(number))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
