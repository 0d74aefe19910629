import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes a .br and a .gz beside every script, style sheet and drawing of a folder, as small as they can be made. */
export async function compressFiles(folder) {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => path.join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      await writeFile(
        `${file}.br`,
        await toBrotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
      );
      await writeFile(`${file}.gz`, await toGzip(text, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
