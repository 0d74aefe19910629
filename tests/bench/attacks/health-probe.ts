import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/quantile';

const intervalMs = 100;
const timeoutMs = 5_000;
/** Not the attacker's, so that a limit on the attacker's address does not hold here. Linux has all of 127.0.0.0/8. */
const localAddress = '127.0.0.200';

/** Asks /healthz ten times a second, each time by a new connection, as somebody does who comes now. */
export class HealthProbe {
  readonly #url: string;
  readonly #stop = new AbortController();
  readonly #durationsMs: number[] = [];
  #failures = 0;
  #running: Promise<void> = Promise.resolve();

  private constructor(baseUrl: string) {
    this.#url = `${baseUrl}/healthz`;
  }

  static start(baseUrl: string): HealthProbe {
    const probe = new HealthProbe(baseUrl);
    probe.#running = probe.#run();
    return probe;
  }

  /** @returns how long answers took, and how many did not come within five seconds or were bad */
  async stop(): Promise<{ p95Ms: number; failures: number }> {
    this.#stop.abort();
    await this.#running;
    return { p95Ms: quantile(this.#durationsMs, 0.95), failures: this.#failures };
  }

  async #run(): Promise<void> {
    const asked: Promise<void>[] = [];
    while (!this.#stop.signal.aborted) {
      asked.push(this.#ask());
      await sleep(intervalMs);
    }
    await Promise.all(asked);
  }

  async #ask(): Promise<void> {
    const startedMs = performance.now();
    const isGood = await new Promise<boolean>((resolve) => {
      const request = get(this.#url, { localAddress, agent: false, timeout: timeoutMs }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200));
      });
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', () => resolve(false));
    });
    this.#durationsMs.push(performance.now() - startedMs);
    if (!isGood) this.#failures++;
  }
}
