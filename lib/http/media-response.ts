import path from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { z } from 'zod';
import { idParams } from '@/lib/contracts/api/declare';
import type { OpenMedia } from '@/lib/platform/storage/recording-store';

/** A request for a recording's files, which the token in its address allows: no session is needed. */
export const mediaRequest = {
  auth: 'public',
  params: idParams,
  query: z.object({ token: z.string().default('') }),
} as const;

/** A request for the last seconds of a recording, from a byte of a segment on. */
export const replayRequest = {
  ...mediaRequest,
  query: mediaRequest.query.extend({ file: z.string(), from: z.coerce.number().int().min(0) }),
} as const;

/** A request for what a share link shows of a recording, which the token in its address allows. */
export const sharedRequest = { ...mediaRequest, params: idParams.extend({ link: z.uuid() }) } as const;

/** Says how long media are to the web server, which tells the client: Next drops `content-length` of every answer. */
export const mediaLengthHeader = 'x-media-length';

/** Media, or the one range of them that the request asks for (RFC 9110, 14). A request for the head opens nothing. */
export function mediaResponse(
  request: Request,
  { sizeBytes, read }: OpenMedia,
  headers: Record<string, string>,
): Response {
  // Browsers go on with a broken download only where they can tell that the rest is of the same file (RFC 9110, 13.1.5).
  const etag = `"${sizeBytes}"`;
  const isSame = [null, etag].includes(request.headers.get('if-range'));
  const isHead = request.method === 'HEAD';
  // GET alone has ranges.
  const range = isSame && !isHead ? rangeOf(request.headers.get('range'), sizeBytes) : null;
  const [from, to] = range ?? [0, sizeBytes];
  const common = { 'accept-ranges': 'bytes', etag, 'cache-control': 'private, max-age=3600', ...headers };
  if (from >= to && range) {
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${sizeBytes}` } });
  }
  // Nobody reads or cancels the body of an answer to HEAD: its file would stay open.
  return new Response(isHead ? null : bodyOf(whole(read(from, to), to - from), request.signal), {
    status: range ? 206 : 200,
    headers: {
      ...common,
      [mediaLengthHeader]: String(to - from),
      ...(range && { 'content-range': `bytes ${from}-${to - 1}/${sizeBytes}` }),
    },
  });
}

function bodyOf(bytes: AsyncIterable<Buffer>, signal: AbortSignal): ReadableStream {
  // A client that leaves before the first byte cancels no body either.
  return Readable.toWeb(addAbortSignal(signal, Readable.from(bytes, { objectMode: false }))) as ReadableStream;
}

/** @throws Error where bytes are missing at the end: a client would wait for those that its answer's head has promised */
async function* whole(bytes: AsyncIterable<Buffer>, lengthBytes: number): AsyncGenerator<Buffer> {
  let left = lengthBytes;
  for await (const chunk of bytes) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) throw new Error(`media ended ${left} bytes before their end`);
}

const contentTypes: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mkv': 'video/x-matroska',
  '.ts': 'video/mp2t',
  '.zip': 'application/zip',
  '.otioz': 'application/zip',
};

/** {@link mediaResponse} of a file that a browser saves. */
export function fileResponse(request: Request, { fileName, ...media }: OpenMedia & { fileName: string }): Response {
  return mediaResponse(request, media, {
    'content-type': contentTypes[path.extname(fileName)] ?? 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}

/**
 * Reads the header Range. Several ranges count for none, as does one that ends before it begins.
 * @returns the first byte and the one after the last; null for all of it
 */
function rangeOf(header: string | null, sizeBytes: number): [number, number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return [Math.max(0, sizeBytes - Number(last)), sizeBytes];
  if (last !== '' && Number(last) < Number(first)) return null;
  return [Number(first), last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1)];
}
