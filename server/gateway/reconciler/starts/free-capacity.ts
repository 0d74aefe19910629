import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Memory of one worker with a camera, with some to spare; docs/performance.md has the figures. */
export const workerMemoryMb = 200;
const resolutionMs = 20;
const windowMs = 2_000;
/** A process that runs on time in less than half of its time shows a machine whose live cameras are late, too. */
const lateShare = 0.5;

export interface FreeCapacityOptions {
  /** Stays free, in megabytes. */
  reservedMemoryMb: number;
  /** In megabytes; tests replace it. */
  readFreeMemoryMb?: () => number;
}

/** Capacity for further workers on a gateway's machine, or in its container. */
export class FreeCapacity {
  readonly #options: FreeCapacityOptions;
  readonly #delay: ELDHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  #windowBeganAtMs = performance.now();
  #isLate = false;

  constructor(options: FreeCapacityOptions) {
    this.#options = options;
    this.#delay.enable();
  }

  close(): void {
    this.#delay.disable();
  }

  /**
   * The number of workers that still fit: none while CPU time is so short that this process itself runs late.
   * @param startingCount workers that have been decided on, and do not use their memory yet
   */
  read(startingCount: number): number {
    this.#readDelay();
    if (this.#isLate) return 0;
    const { reservedMemoryMb, readFreeMemoryMb = freeMemoryMb } = this.#options;
    return Math.max(0, Math.floor((readFreeMemoryMb() - reservedMemoryMb) / workerMemoryMb) - startingCount);
  }

  #readDelay(): void {
    const tookMs = performance.now() - this.#windowBeganAtMs;
    if (tookMs < windowMs) return;
    // Each sample is a timer that came; those that are missing are the time in which none could.
    this.#isLate = this.#delay.count * resolutionMs < tookMs * (1 - lateShare);
    this.#delay.reset();
    this.#windowBeganAtMs = performance.now();
  }
}

/** Without swapping; within a container, its limit counts. */
const freeMemoryMb = (): number => process.availableMemory() / 1e6;
