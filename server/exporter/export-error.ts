import type { ExportFault } from '@/lib/contracts/exports';

/** Why an export has failed, for whoever asked for it. The message is for the log. */
export class ExportError extends Error {
  readonly fault: ExportFault;

  constructor(fault: ExportFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
