import { FFmpegError } from 'node-av/lib';
import type { MuxAnswer } from './mux-task';

type Fault = Extract<MuxAnswer, { fault: string }>['fault'];

/** AVERROR(ENOSPC). */
const noSpace = -28;

/** Why a file could not be written. */
export class MuxError extends Error {
  readonly fault: Fault;
  /** The tracks of the input that are meant, by their index. */
  readonly tracks: number[];

  constructor(fault: Fault, message: string, tracks: number[] = []) {
    super(message);
    this.fault = fault;
    this.tracks = tracks;
  }

  /** @throws MuxError where FFmpeg has returned an error: `disk_full` whenever that is the cause */
  static check(status: number, fault: Fault, message: string): void {
    if (status >= 0) return;
    throw new MuxError(status === noSpace ? 'disk_full' : fault, `${message}: ${new FFmpegError(status).message}.`);
  }

  /** The answer to an error of FFmpeg's. @throws the error, if it is another */
  static answerTo(error: unknown): MuxAnswer {
    if (error instanceof MuxError) {
      const { fault, message, tracks } = error;
      return { fault, message, tracks };
    }
    if (error instanceof FFmpegError) return { fault: 'damaged', message: `${error.message}.` };
    throw error;
  }
}
