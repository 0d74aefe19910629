import type { PullFault } from '@/lib/contracts/pull-faults';

/** An attempt to pull a camera that failed for a reason that its owner can do something about. */
export class PullError extends Error {
  override name = 'PullError';
  readonly fault: PullFault;

  constructor(fault: PullFault, options: { cause?: unknown } = {}) {
    super(`the camera cannot be pulled: ${fault}`, options);
    this.fault = fault;
  }
}
