import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isNewEnough, newerNodeIn } from '@/scripts/steps/newer-node.mjs';

test.each([
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.22.0', false],
  ['24.0.0', true],
  ['26.12.1', true],
])('Node %s is new enough: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

test('the image and package.json ask for the same Node as the set-up', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines).toEqual({ node: '>=24' });
  const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM \S+\/node:(\S+)/gm)].map(([, tag]) => tag);
  expect(images).toEqual(['24-bookworm-slim', '24-bookworm-slim']);
});

test('an older Node hands over to a newer one, first on the PATH, with its exit code', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'sightline-node-'));
  try {
    const script = path.join(root, 'scripts', 'setup.mjs');
    cpSync('scripts', path.dirname(script), { recursive: true });
    const newer = newerNodeIn(root);
    mkdirSync(path.dirname(newer), { recursive: true });
    writeFileSync(newer, '#!/bin/sh\necho "$(command -v node) $*"\nexit 7\n');
    chmodSync(newer, 0o755);
    // The Node of this test, which says that it is another one.
    const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.0.0'})";
    const args = ['--import', older, script, 'test', '--all'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe(`${newer} ${script} test --all\n`);
    expect(status).toBe(7);
  } finally {
    rmSync(root, { recursive: true });
  }
});
