import path from 'node:path';
import { build } from 'esbuild';

/**
 * A folder for bundles of this process. It lies inside node_modules, so that they find the packages that are left out of
 * them.
 */
export const bundleFolder = (name: string): string =>
  path.resolve('node_modules', '.cache', `sightline-${name}-test-${process.pid}`);

/** Bundles modules as the build does its programs, each into NAME.mjs. @param entryPoints the sources by name */
export async function bundleModules(directory: string, entryPoints: Record<string, string>): Promise<void> {
  await build({
    entryPoints,
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd() },
  });
}
