import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/*
 * Runs main.ts, bundled into worker.cjs, with V8's code cache: compiling would be the largest part of a worker's start.
 * Node caches the code of scripts only, not of modules. The build writes the cache with `--write-code-cache`; V8
 * ignores one of another version or with other flags.
 */

const file = fileURLToPath(new URL('./worker.cjs', import.meta.url));
const cacheFile = `${file}.cache`;
const isWriting = process.argv.includes('--write-code-cache');

const source = readFileSync(file);
/** The cache begins with this digest, because V8 recognizes another text by its length alone. */
const digest = createHash('sha256').update(source).digest();

function readCache(): Buffer | undefined {
  if (isWriting || !existsSync(cacheFile)) return undefined;
  const cache = readFileSync(cacheFile);
  return cache.subarray(0, digest.length).equals(digest) ? cache.subarray(digest.length) : undefined;
}

const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${source.toString('utf8')}\n})`,
  {
    filename: file,
    cachedData: readCache(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
);
if (script.cachedDataRejected) {
  process.stderr.write(`${cacheFile} is of another Node.js; \`npm run build\` makes one of this.\n`);
}
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file));
if (isWriting) {
  writeFileSync(`${cacheFile}.part`, Buffer.concat([digest, script.createCachedData()]));
  renameSync(`${cacheFile}.part`, cacheFile);
  process.exit();
}
