import type { MuxAnswer } from './mux-task';

type Fault = Extract<MuxAnswer, { fault: string }>['fault'];

/** Why a file could not be written. */
export class MuxError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}
