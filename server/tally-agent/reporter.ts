import { isDeepStrictEqual } from 'node:util';
import { lengths } from '@/lib/contracts/limits';
import { maxAddressLength, maxInputs, maxProblemLength } from '@/lib/contracts/tally/tally';
import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { log } from '@/lib/platform/log';
import type { SwitcherInput } from './switcher';

const repeatMs = 1_000;
/** Leaves time for the server to notice, so that no frame outlives the agent by five seconds. */
const validForMs = 3_500;
const timeoutMs = 3_000;
/** A cut is several messages of a switcher, which come one after the other: they are one report. */
const gatherMs = 4;
const retry = { firstMs: 250, capMs: 3_000 };

interface ReporterOptions {
  /** The server's address. */
  server: string;
  sourceId: string;
  /** An API token that may write. */
  token: string;
}

/** Reports inputs to the server: each change within a few milliseconds, and once a second all the time. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #url: URL;
  #report: { inputs: SwitcherInput[]; problem?: string } = { inputs: [] };
  #change = new AbortController();

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#url = new URL(`/api/v1/tally_sources/${options.sourceId}/report`, options.server);
  }

  /**
   * Replaces the report. Sends only the last of several changes during a request.
   * @param problem why the switcher is not heard; null while it is
   */
  set(inputs: SwitcherInput[], problem: string | null = null): void {
    const next = {
      inputs: inputs.slice(0, maxInputs).map(reported),
      problem: problem?.slice(0, maxProblemLength),
    };
    if (isDeepStrictEqual(next, this.#report)) return;
    this.#report = next;
    this.#change.abort();
  }

  /** Reports until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      this.#change = new AbortController();
      try {
        await this.#send(signal);
        if (failures > 0) log.info('tally: the server is reached again');
        failures = 0;
        await pause(repeatMs, AbortSignal.any([signal, this.#change.signal]));
        if (this.#change.signal.aborted) await pause(gatherMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (failures === 0)
          log.warn({ err: error, server: this.#url.origin }, 'tally: the server does not take reports');
        await pause(backoffMs(failures++, retry), signal);
      }
    }
  }

  async #send(signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#url, {
      method: 'PUT',
      headers: { authorization: `Bearer ${this.#options.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tally: Object.assign({ valid_for_ms: validForMs }, this.#report) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    // Read in any case, so that the connection can be used again.
    const text = await response.text();
    if (!response.ok) throw new Error(`It answers ${response.status}: ${text.slice(0, 300)}`);
  }
}

/** An input as the server takes it: names without control characters, and nothing too long. */
const reported = (input: SwitcherInput): SwitcherInput => ({
  ...input,
  name: input.name
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, lengths.name.max),
  address: input.address?.slice(0, maxAddressLength),
});
