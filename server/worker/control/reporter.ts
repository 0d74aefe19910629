import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerFailure, WorkerGateway, WorkerPermit, WorkerReport } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import type { GatewayClient } from './gateway-client';
import type { Permit } from './permit';

const intervalMs = 1_000;
/**
 * Report interval while an alarm may be imminent. An alarm is due one second after its fault has lasted long enough.
 */
const hurriedIntervalMs = 100;
const hurriedSeconds = 3;
/** Minimum between reports, because a camera may change the state with each packet. */
const minIntervalMs = 50;
/** Retries while the gateway is away. Its successor calls the worker. */
const backoff = { firstMs: 500, capMs: 2_000 };

/** A report without the fields that only the reporter knows. */
export type WorkerState = Omit<WorkerReport, 'sample' | 'failed'>;

export interface ReporterOptions {
  gateway: GatewayClient;
  permit: Permit;
  log: Logger;
  readState(): WorkerState;
  /** Figures since the last call. */
  readSample(): WorkerReport['sample'];
  /** The gateway has answered. */
  onPermit(permit: WorkerPermit): void;
  /** The gateway no longer wants this worker. */
  onDismissed(): void;
}

/** Reports the worker's state once a second, and at once when there is news. */
export class Reporter {
  #options: ReporterOptions;
  #sample: WorkerReport['sample'] = null;
  #lastSampleMs = performance.now();
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** The state has changed. While the gateway is away, the report waits like any other. */
  reportNow(): void {
    if (this.#failures === 0) this.#wake();
  }

  /** Another gateway, which is there, takes the reports. */
  followGateway(gateway: WorkerGateway): void {
    this.#options.gateway.follow(gateway);
    this.#failures = 0;
    this.#wake();
  }

  /** Reports until `signal`. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await this.#report();
      const usualMs = isYoungFault(this.#options.readState()) ? hurriedIntervalMs : intervalMs;
      const pauseMs = this.#failures > 0 ? backoffMs(this.#failures - 1, backoff) : usualMs;
      await this.#pause(minIntervalMs, signal);
      await Promise.race([woken, this.#pause(pauseMs - minIntervalMs, signal)]);
    }
  }

  /** The last report of a worker that ends by itself. @throws Error when no gateway receives it */
  async reportFailure(failed: WorkerFailure): Promise<void> {
    await this.#options.gateway.report({ ...this.#options.readState(), ready: false, sample: null, failed });
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  async #report(): Promise<void> {
    const { gateway, permit, log, readState, readSample, onPermit, onDismissed } = this.#options;
    const sentMs = performance.now();
    if (sentMs - this.#lastSampleMs >= intervalMs * 0.9) {
      this.#sample = readSample();
      this.#lastSampleMs = sentMs;
    }
    try {
      const answer = await gateway.report({ ...readState(), sample: this.#sample, failed: null });
      this.#failures = 0;
      if (answer === 'dismissed') onDismissed();
      else if (answer !== 'not known') {
        permit.renew(sentMs, answer.validForMs);
        onPermit(answer);
      }
    } catch (error) {
      this.#failures++;
      log.warn({ err: error, failures: this.#failures }, 'report: the gateway did not receive it');
    }
  }
}

function isYoungFault({ conditions }: WorkerState): boolean {
  const { blackSeconds, frozenSeconds, silentSeconds } = conditions ?? {};
  // Speech is silent between words.
  const silences = silentSeconds?.filter((seconds) => seconds > 1) ?? [];
  return [blackSeconds, frozenSeconds, ...silences].some((seconds) => seconds && seconds < hurriedSeconds);
}
