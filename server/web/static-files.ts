import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { lookup } from 'mrmime';
import { documentHeaders } from './requests/security-headers';

const root = '.next/static';
const prefix = '/_next/static/';
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

interface BuiltFile {
  type: string;
  body: Buffer;
  /** The same, compressed by the build if it did (docs/decisions/0019). */
  encoded: Map<string, Buffer>;
}

/**
 * Sends the built pages' files, and passes every other request to `next`. The files are few and stay in memory, so slow
 * readers hold no open files. Their names change with their content, so browsers may cache them forever.
 */
export function staticFiles(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const files = readFiles();
  return (request, response, next) => {
    const file = files.get(decodeURIComponent((request.url ?? '').split('?')[0] ?? ''));
    if (!file) return next();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = encodings.find(({ name }) => file.encoded.has(name) && accepts(accepted, name))?.name;
    const body = (encoding && file.encoded.get(encoding)) ?? file.body;
    const headers: Record<string, string | number> = {
      'content-type': file.type,
      'content-length': body.length,
      'cache-control': 'max-age=31536000,immutable',
      vary: 'Accept-Encoding',
    };
    if (encoding) headers['content-encoding'] = encoding;
    // A page loads a dozen scripts, many smaller than these headers.
    if (file.type === 'text/javascript') for (const name of documentHeaders) response.removeHeader(name);
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Whether a client's accepted codings include this one; `;q=0` excludes it. */
const accepts = (accepted: string, name: string): boolean =>
  accepted.split(',').some((entry) => {
    const [coding = '', ...params] = entry.split(';').map((part) => part.trim());
    return coding === name && !params.some((param) => /^q=0(\.0*)?$/.test(param));
  });

/** All files, by their request paths. */
function readFiles(): Map<string, BuiltFile> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const present = new Set(names.filter((name) => statSync(path.join(root, name)).isFile()));
  const files = new Map<string, BuiltFile>();
  for (const name of present) {
    if (encodings.some(({ suffix }) => name.endsWith(suffix) && present.has(name.slice(0, -suffix.length)))) continue;
    const encoded = new Map<string, Buffer>();
    for (const encoding of encodings) {
      const compressed = name + encoding.suffix;
      if (present.has(compressed)) encoded.set(encoding.name, readFileSync(path.join(root, compressed)));
    }
    const type = lookup(name) ?? 'application/octet-stream';
    files.set(prefix + name.replaceAll(path.sep, '/'), { type, body: readFileSync(path.join(root, name)), encoded });
  }
  return files;
}
