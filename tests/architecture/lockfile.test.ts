import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockEntry {
  integrity?: string;
  resolved?: string;
  optional?: boolean;
}

const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entries = Object.entries(packages).filter(([name]) => name !== '');

/**
 * Builds for other systems that the registry did not have when the lock was last completed, so that npm could not note
 * their checksums. None is installed on Linux with glibc, on x64 or arm64.
 */
const withoutIntegrity =
  /^node_modules\/(@next\/swc-(darwin|win32)-|@biomejs\/cli-(?!linux-(x64|arm64)$)|@tailwindcss\/oxide-(?!linux-(x64|arm64)-))/;

test('npm checks every package that it installs here', () => {
  expect(entries.length).toBeGreaterThan(500);
  const unchecked = entries.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unchecked.filter(([name, { optional }]) => !optional || !withoutIntegrity.test(name))).toEqual([]);
});

test('no entry names a registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
