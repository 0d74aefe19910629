import { bodyTooLarge, defaultMaxBodyBytes } from '@/lib/contracts/api/declare';
import { bytesType } from '@/lib/contracts/limits';
import { AppError } from '@/lib/core/errors';
import { readLimited } from '@/lib/core/read-limited';

/**
 * The parsed JSON body of a request.
 * @throws AppError `unsupported_media_type`, `payload_too_large` (more than the limit) or `invalid_json`
 */
export async function readJsonBody(request: Request, limitBytes?: number): Promise<unknown> {
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be JSON, with content-type application/json.');
  }
  const bytes = await readBody(request, limitBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}

/** The bytes of a request's body. @throws AppError like {@link readJsonBody} */
export async function readBytesBody(request: Request, limitBytes?: number): Promise<Buffer> {
  if (request.headers.get('content-type') === bytesType) return await readBody(request, limitBytes);
  throw new AppError('unsupported_media_type', `The body must be bytes, with content-type ${bytesType}.`);
}

/** The body of a request as text, for whoever checks a signature over it. @throws AppError like {@link readJsonBody} */
export const readTextBody = async (request: Request): Promise<string> => (await readBody(request)).toString();

async function readBody(request: Request, limitBytes = defaultMaxBodyBytes): Promise<Buffer> {
  const tooLarge = () => new AppError('payload_too_large', bodyTooLarge(limitBytes));
  if (Number(request.headers.get('content-length')) > limitBytes) throw tooLarge();
  // Counted here too: the declared length may be missing or wrong.
  const bytes = await readLimited(request.body ?? [], limitBytes).catch((cause: unknown) => {
    // A client that goes in the middle of it is no fault of ours, and hears no answer.
    throw new AppError('invalid_json', 'The body has no end.', { cause });
  });
  if (bytes === null) throw tooLarge();
  return bytes;
}
