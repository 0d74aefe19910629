import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Import {
  /** As written, such as `@/lib/platform/env` or `ws`. */
  specifier: string;
  /** The file meant, relative to the project; null for packages. */
  file: string | null;
  /** Erased by the compiler: `import type`. */
  isType: boolean;
  /** Loaded with its first use: `import()`. */
  isLazy: boolean;
}

export interface SourceFile {
  /** Relative to the project. */
  path: string;
  text: string;
  imports: Import[];
}

const statement = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every TypeScript file of the product, committed or about to be, with what it imports. */
export function readSources(): SourceFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'];
  return execFileSync('git', list, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return { path: file, text, imports: findImports(file, text) };
    });
}

function findImports(from: string, text: string): Import[] {
  const statements = [...text.matchAll(statement)].map((match) => ({
    specifier: match[2] ?? '',
    isType: !!match[1],
    isLazy: false,
  }));
  const dynamics = [...text.matchAll(dynamic)].map((match) => ({
    specifier: match[1] ?? '',
    isType: false,
    isLazy: true,
  }));
  return [...statements, ...dynamics].map((found) => ({ ...found, file: resolve(from, found.specifier) }));
}

function resolve(from: string, specifier: string): string | null {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : null;
  if (base === null) return null;
  const candidates = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => base + ending);
  return candidates.find((file) => /\.\w+$/.test(file) && existsSync(file)) ?? base;
}
