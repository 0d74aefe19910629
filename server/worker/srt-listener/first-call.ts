import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { constants } from 'node:os';
import type { Caller } from '@/lib/contracts/catalogue/failure-texts';
import { srtFault } from './srt-fault';
import type { SrtListenerOptions } from './srt-listener-url';

/**
 * Waits for the first datagram at a listener's address before libsrt listens there. Two of libsrt's threads wake a
 * hundred times a second for each listener, most of the cost of a stream without a camera. The datagram is lost;
 * callers repeat theirs until they are answered.
 * @param caller who calls there
 * @param signal ends the waiting, without an error
 * @throws WorkerFault when it cannot listen on the address
 */
export async function firstCall(listener: SrtListenerOptions, caller: Caller, signal: AbortSignal): Promise<void> {
  const socket = createSocket(isIPv6(listener.host) ? 'udp6' : 'udp4');
  try {
    const called = once(socket, 'message', { signal });
    socket.bind(listener.port, listener.host);
    await called;
  } catch (error) {
    if (signal.aborted) return;
    const isSystemError = error instanceof Error && 'errno' in error && typeof error.errno === 'number';
    throw srtFault(isSystemError ? Number(error.errno) : -constants.errno.EIO, caller, listener);
  } finally {
    socket.close();
  }
}
