import { constants } from 'node:os';
import { FFmpegError } from 'node-av/lib';
import { portTaken, WorkerFault } from '../control/worker-fault';
import type { SrtListenerOptions } from './srt-listener-url';

/**
 * The fault of a worker that cannot listen for SRT.
 * @param errorCode FFmpeg's, which is a negative errno for system errors
 * @param kind of caller, in words
 */
export function srtFault(errorCode: number, kind: string, { host, port }: SrtListenerOptions): WorkerFault {
  const cause = new FFmpegError(errorCode);
  if (errorCode === -constants.errno.EADDRINUSE) return new WorkerFault(portTaken(kind, host, port), { cause });
  const reason = `The stream's worker cannot listen for ${kind} on port ${port} of ${host} (${cause.message}).`;
  return new WorkerFault({ reason, retryable: true }, { cause });
}

/** Whether the error is that another program has the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof WorkerFault &&
  error.cause instanceof FFmpegError &&
  error.cause.code === -constants.errno.EADDRINUSE;
