import { log } from '@/lib/platform/log';

const intervalMs = 10_000;

/** Log lines that a stranger can cause: of each message at most one in ten seconds, with the number of those left out. */
export class LimitedLog {
  readonly #messages = new Map<string, { writtenAtMs: number; leftOut: number }>();

  /** @param message one of a fixed number */
  warn(fields: object, message: string): void {
    this.#write('warn', fields, message);
  }

  /** @param message one of a fixed number */
  error(fields: object, message: string): void {
    this.#write('error', fields, message);
  }

  #write(level: 'warn' | 'error', fields: object, message: string): void {
    const nowMs = performance.now();
    const last = this.#messages.get(message);
    if (last && nowMs - last.writtenAtMs < intervalMs) {
      last.leftOut++;
      return;
    }
    log[level](Object.assign({}, fields, { leftOut: last?.leftOut ?? 0 }), message);
    this.#messages.set(message, { writtenAtMs: nowMs, leftOut: 0 });
  }
}
