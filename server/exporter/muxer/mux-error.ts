import { FFmpegError } from 'node-av/lib';
import type { MuxAnswer } from './mux-task';

type Fault = Extract<MuxAnswer, { fault: string }>['fault'];

/** Why a file could not be written. */
export class MuxError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }

  /** @throws MuxError where FFmpeg has returned an error: `disk_full` whenever that is the cause */
  static check(status: number, fault: Fault, message: string): void {
    if (status >= 0) return;
    throw new MuxError(status === noSpace ? 'disk_full' : fault, `${message}: ${new FFmpegError(status).message}.`);
  }
}

/** AVERROR(ENOSPC). */
const noSpace = -28;
