import type { ExportFault } from '@/lib/contracts/exports';
import { ExportError } from './export-error';

/** When work has to end. */
export interface ProgressLimits {
  /** Begins the sentence for the log. */
  subject: string;
  fault: ExportFault;
  /** For all of it. */
  maxMs: number;
  /** Without any progress. */
  maxStillMs: number;
}

/** Ends work that takes too long, or that stands still: hostile media may keep a demuxer busy for ever. */
export class ProgressWatch {
  readonly #limits: ProgressLimits;
  readonly #ending = new AbortController();
  readonly #end: NodeJS.Timeout;
  readonly #still: NodeJS.Timeout;

  constructor(limits: ProgressLimits) {
    this.#limits = limits;
    this.#end = setTimeout(() => this.#abort('takes too long'), limits.maxMs);
    this.#still = setTimeout(() => this.#abort('stands still'), limits.maxStillMs);
  }

  /** Aborts with an ExportError. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Something was read or told. */
  noteProgress(): void {
    this.#still.refresh();
  }

  stop(): void {
    clearTimeout(this.#end);
    clearTimeout(this.#still);
  }

  #abort(how: string): void {
    const { subject, fault } = this.#limits;
    this.#ending.abort(new ExportError(fault, `${subject} ${how}`));
  }
}
