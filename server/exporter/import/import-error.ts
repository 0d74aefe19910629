import type { ImportFault } from '@/lib/contracts/imports';

/** Why an upload did not become a recording. The message is for the log. */
export class ImportError extends Error {
  readonly fault: ImportFault;

  constructor(fault: ImportFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
