import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const name = '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs';

/**
 * Prisma's compiler of queries. In programs it takes the place of the package's module (scripts/steps/build.mjs), whose text
 * stays in memory twice: Prisma decodes it once, and `Buffer.from` asks for the value of what is no text.
 */
export const wasm = { valueOf: readQueryCompiler };

function readQueryCompiler(): string {
  const source = readFileSync(fileURLToPath(import.meta.resolve(name)), 'latin1');
  const [, text] = /"([^"]+)"/.exec(source) ?? [];
  if (text === undefined) throw new Error(`${name} holds no text`);
  return text;
}
