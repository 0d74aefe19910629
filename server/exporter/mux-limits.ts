import { hourMs, minuteMs } from '@/lib/core/durations';
import { ExportError } from './export-error';

/** Limits of a process that reads what cameras sent; null or undefined: none. */
export interface MuxLimits {
  /** Its private memory; the system refuses allocations beyond it. */
  maxMemoryMb: number;
  /** The user and group that it runs as; undefined: this process' own. */
  userId: number | undefined;
}

/** How long a file may take, and how long nothing may be heard of it. */
const maxMs = 12 * hourMs;
const maxStillMs = 5 * minuteMs;

/** The shell sets the limit and then becomes the program. Windows has neither. */
export const withLimits = ({ maxMemoryMb }: MuxLimits, command: string[]): string[] =>
  process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `ulimit -d ${maxMemoryMb * 1024}; exec "$@"`, 'sh', ...command];

/** Ends a process that takes too long, or that stands still: hostile media may keep a demuxer busy for ever. */
export class MuxWatch {
  readonly #ending = new AbortController();
  readonly #end = setTimeout(() => this.#abort('The file takes too long'), maxMs);
  #still = this.#wait();

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

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#abort('The muxer stands still'), maxStillMs);
  }

  #abort(message: string): void {
    this.#ending.abort(new ExportError('damaged', message));
  }
}
