import type { IncomingMessage } from 'node:http';

/**
 * Settles when a request's body has arrived, or as much of it as is buffered before it is read. Also settles when the
 * client is gone.
 */
export function bodyArrived(request: IncomingMessage): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (Number(length) === 0 && encoding === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      const isFull = request.readableLength >= request.readableHighWaterMark;
      if (!request.complete && !request.destroyed && !isFull) return;
      request.off('readable', check).off('close', check);
      resolve();
    };
    request.on('readable', check).on('close', check);
    check();
  });
}
