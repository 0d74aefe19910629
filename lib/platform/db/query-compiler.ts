import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const name = '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs';

/**
 * Prisma's query compiler. In programs it replaces the package's module (scripts/steps/build.mjs), whose text would
 * stay in memory twice. Prisma decodes it once, and `Buffer.from` asks for the value of anything that is not text.
 */
export const wasm = { valueOf: readQueryCompiler };

function readQueryCompiler(): string {
  const source = readFileSync(fileURLToPath(import.meta.resolve(name)), 'latin1');
  const [, text] = /"([^"]+)"/.exec(source) ?? [];
  if (text === undefined) throw new Error(`${name} holds no text`);
  return text;
}
