import { constants } from 'node:os';
import { FFmpegError } from 'node-av/lib';
import type { Caller } from '@/lib/contracts/catalogue/failure-texts';
import { workerFailure } from '@/lib/contracts/worker-failure';
import { portTaken, WorkerFault } from '../control/worker-fault';
import type { SrtListenerOptions } from './srt-listener-url';

/**
 * The fault of a worker that cannot listen for SRT.
 * @param errorCode FFmpeg's, which is a negative errno for system errors
 * @param caller who calls there
 */
export function srtFault(errorCode: number, caller: Caller, { host, port }: SrtListenerOptions): WorkerFault {
  const cause = new FFmpegError(errorCode);
  if (errorCode === -constants.errno.EADDRINUSE) return new WorkerFault(portTaken(caller, { host, port }), { cause });
  const figures = { host, port, caller, cause: cause.message };
  return new WorkerFault(workerFailure({ code: 'srt_not_listening', figures }, { retryable: true }), { cause });
}

/** Whether the error is that another program has the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof WorkerFault &&
  error.cause instanceof FFmpegError &&
  error.cause.code === -constants.errno.EADDRINUSE;
