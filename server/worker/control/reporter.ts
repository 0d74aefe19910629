import type { WorkerFailure, WorkerGateway, WorkerPermit, WorkerReport } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
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
}

/** The worker as its reports show it. It hears the answers. */
export interface ReportedWorker {
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
  readonly #options: ReporterOptions;
  #worker: ReportedWorker | undefined;
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
  async run(worker: ReportedWorker, signal: AbortSignal): Promise<void> {
    this.#worker = worker;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await this.#report(worker);
      const usualMs = isYoungFault(worker.readState()) ? hurriedIntervalMs : intervalMs;
      const pauseMs = this.#failures > 0 ? backoffMs(this.#failures - 1, backoff) : usualMs;
      await pause(minIntervalMs, signal);
      await Promise.race([woken, pause(pauseMs - minIntervalMs, signal)]);
    }
  }

  /** The last report of a worker that ends by itself. @throws Error when no gateway receives it */
  async reportFailure(failed: WorkerFailure): Promise<void> {
    if (!this.#worker) throw new Error('A worker reports its failure after run()');
    await this.#options.gateway.report({ ...this.#worker.readState(), ready: false, sample: null, failed });
  }

  async #report({ readState, readSample, onPermit, onDismissed }: ReportedWorker): Promise<void> {
    const { gateway, permit, log } = this.#options;
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
