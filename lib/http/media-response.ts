import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import { errorResponse } from './error-response';

/** Bytes that can be read from anywhere. */
interface Media {
  sizeBytes: number;
  /** @param to after the last byte */
  read(from: number, to: number): AsyncGenerator<Buffer>;
}

const idSchema = z.uuid();

/**
 * Answers a request for files of a recording, which its token allows: no session is needed.
 * @param answer takes the recording's id and the token
 */
export async function answerMedia(
  request: Request,
  id: string,
  answer: (id: string, token: string) => Promise<Response>,
): Promise<Response> {
  try {
    if (!idSchema.safeParse(id).success) throw new AppError('not_found', 'There is nothing at this address.');
    return await answer(id, new URL(request.url).searchParams.get('token') ?? '');
  } catch (error) {
    const requestId = randomUUID();
    return errorResponse(error, requestId, log.child({ requestId }));
  }
}

/** Media, or the one range of them that the request asks for (RFC 9110, 14). */
export function mediaResponse(request: Request, { sizeBytes, read }: Media, headers: Record<string, string>): Response {
  const range = rangeOf(request.headers.get('range'), sizeBytes);
  const [from, to] = range ?? [0, sizeBytes];
  const common = { 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=3600', ...headers };
  if (from >= to && range) {
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${sizeBytes}` } });
  }
  const body = Readable.toWeb(Readable.from(read(from, to), { objectMode: false })) as ReadableStream;
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'content-length': String(to - from),
      ...(range && { 'content-range': `bytes ${from}-${to - 1}/${sizeBytes}` }),
    },
  });
}

/** @returns the first byte and the one after the last; null for all of it, also where several ranges are asked for */
function rangeOf(header: string | null, sizeBytes: number): [number, number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return [Math.max(0, sizeBytes - Number(last)), sizeBytes];
  return [Number(first), last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1)];
}
