import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { isWanted } from '@/lib/streams/state/stream-state';
import { alarmLines } from '../diagnosis/alarms';
import { recordFindings } from '../diagnosis/record-findings';
import { publishSamples } from '../metrics/publish-samples';
import type { EncoderLink } from '../srt/srt-link';
import { recordRoundTrip } from '../store/record-round-trip';
import { recordSamples } from '../store/record-samples';
import type { StreamRegistry } from './stream-registry';
import type { StreamRuntime } from './stream-runtime';

const intervalMs = 1_000;
/** An alarm is about seconds: a stream whose worker has reported is examined at once, and the rest once a second. */
const findingsIntervalMs = 50;
/** Of the gateway's ten connections to Postgres: a thousand streams that change at once take turns. */
const maxConcurrentWrites = 4;

export interface SamplePublisherOptions {
  gatewayId: string;
  bus: Pick<Bus, 'publish'>;
  registry: StreamRegistry;
  /** The links of held streams' encoders since the last call, by stream. */
  readLinks(): Promise<Map<string, EncoderLink>>;
}

/** By timers of its own, records and publishes the streams' samples and round trips once a second, and their findings. */
export class SamplePublisher {
  readonly #options: SamplePublisherOptions;
  readonly #writes = pLimit(maxConcurrentWrites);
  #timers: NodeJS.Timeout[] = [];
  #publishing: Promise<void> | null = null;
  #examining: Promise<void> | null = null;
  #allExaminedMs = 0;

  constructor(options: SamplePublisherOptions) {
    this.#options = options;
  }

  start(): void {
    // Where Postgres takes longer than that, samples are skipped.
    const publish = setInterval(() => {
      this.#publishing ??= this.#publish().finally(() => {
        this.#publishing = null;
      });
    }, intervalMs);
    const examine = setInterval(() => {
      this.#examining ??= this.#writeFindings().finally(() => {
        this.#examining = null;
      });
    }, findingsIntervalMs);
    this.#timers = [publish, examine];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#publishing, this.#examining]);
  }

  async #publish(): Promise<void> {
    await Promise.all([this.#writeSamples(), this.#writeRoundTrips()]);
  }

  async #writeSamples(): Promise<void> {
    const { registry, bus, readLinks } = this.#options;
    const links = await readLinks();
    const samples = registry
      .values()
      .flatMap(({ stream, vitals }) => vitals.nextSample(stream.id, links.get(stream.id) ?? null) ?? []);
    try {
      await publishSamples(bus, await recordSamples(samples));
    } catch (error) {
      log.warn({ err: error, count: samples.length }, 'samples: lost');
    }
  }

  async #writeFindings(): Promise<void> {
    const { gatewayId } = this.#options;
    const nowMs = Date.now();
    const examined = this.#dueAt(nowMs).flatMap((runtime) => {
      const { stream, isHeld } = runtime;
      return isHeld && isWanted(stream.status) ? { runtime, stream, findings: runtime.examine(nowMs) } : [];
    });
    const changed = examined.filter(({ stream, findings }) => !isDeepStrictEqual(findings, stream.findings));
    await Promise.all(
      changed.map(async ({ runtime, stream, findings }) => {
        const { id, generation, signal, findings: before } = stream;
        const lines = alarmLines(before, findings, { isLive: signal === 'live', nowMs });
        try {
          const isRecorded = await this.#writes(() => recordFindings(id, { gatewayId, generation, findings, lines }));
          if (isRecorded) runtime.findingsRecorded(stream, findings);
        } catch (error) {
          log.warn({ err: error, streamId: id }, 'findings: not recorded; will retry');
        }
      }),
    );
  }

  #dueAt(nowMs: number): StreamRuntime[] {
    const { registry } = this.#options;
    const reported = registry.takeReported();
    if (nowMs - this.#allExaminedMs < intervalMs) return reported;
    this.#allExaminedMs = nowMs;
    const waiting = registry.values().filter((runtime) => runtime.isDue(nowMs));
    return [...new Set([...reported, ...waiting])];
  }

  async #writeRoundTrips(): Promise<void> {
    const { registry, gatewayId } = this.#options;
    const changed = registry.values().flatMap(({ stream, isHeld, vitals }) => {
      const rttMs = isHeld ? vitals.roundTrip.changeFrom(stream.rttMs) : null;
      return rttMs === null ? [] : [{ streamId: stream.id, rttMs }];
    });
    await Promise.all(
      changed.map(({ streamId, rttMs }) =>
        this.#writes(() => recordRoundTrip(streamId, { gatewayId, rttMs })).catch((error: unknown) =>
          log.warn({ err: error, streamId }, 'round trip: not recorded; will retry'),
        ),
      ),
    );
  }
}
