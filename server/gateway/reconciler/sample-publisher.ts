import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { isWanted } from '@/lib/streams/state/stream-state';
import { alarmLines } from '../doctor/alarms';
import type { Observation } from '../doctor/doctor';
import { publishSamples } from '../metrics/publish-samples';
import type { StreamVitals } from '../metrics/stream-vitals';
import type { EncoderLink } from '../srt-router/srt-link';
import type { LeasedStream } from '../store/leased-stream';
import { recordFindings } from '../store/record-findings';
import { recordRoundTrip } from '../store/record-round-trip';
import { recordSamples } from '../store/record-samples';
import type { StreamRegistry } from './stream-registry';

const intervalMs = 1_000;

export interface SamplePublisherOptions {
  gatewayId: string;
  bus: Pick<Bus, 'publish'>;
  registry: StreamRegistry;
  /** The links of held streams' encoders since the last call, by stream. */
  readLinks(): Promise<Map<string, EncoderLink>>;
}

/** Once a second, by its own timer, records and publishes the streams' samples, findings and round trips. */
export class SamplePublisher {
  readonly #options: SamplePublisherOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(options: SamplePublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // Where Postgres takes longer than a second, samples are skipped.
      this.#running ??= this.#publish().finally(() => {
        this.#running = null;
      });
    }, intervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #publish(): Promise<void> {
    await Promise.all([this.#writeSamples(), this.#writeFindings(), this.#writeRoundTrips()]);
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
    const { registry, gatewayId } = this.#options;
    const nowMs = Date.now();
    const examined = registry
      .values()
      .flatMap(({ stream, isHeld, vitals, doctor }) =>
        isHeld && isWanted(stream.status) ? [{ stream, findings: doctor.examine(observe(stream, vitals), nowMs) }] : [],
      );
    const changed = examined.filter(({ stream, findings }) => !isDeepStrictEqual(findings, stream.findings));
    await Promise.all(
      changed.map(({ stream: { id, generation, signal, findings: before }, findings }) => {
        const lines = alarmLines(before, findings, { isLive: signal === 'live', nowMs });
        return recordFindings(id, { gatewayId, generation, findings, lines }).catch((error: unknown) =>
          log.warn({ err: error, streamId: id }, 'findings: not recorded; will retry'),
        );
      }),
    );
  }

  async #writeRoundTrips(): Promise<void> {
    const { registry, gatewayId } = this.#options;
    const changed = registry.values().flatMap(({ stream, isHeld, vitals }) => {
      const rttMs = isHeld ? vitals.roundTrip.changeFrom(stream.rttMs) : null;
      return rttMs === null ? [] : [{ streamId: stream.id, rttMs }];
    });
    await Promise.all(
      changed.map(({ streamId, rttMs }) =>
        recordRoundTrip(streamId, { gatewayId, rttMs }).catch((error: unknown) =>
          log.warn({ err: error, streamId }, 'round trip: not recorded; will retry'),
        ),
      ),
    );
  }
}

const observe = ({ latency, lostAt }: LeasedStream, { report, link }: StreamVitals): Observation => ({
  report,
  link,
  latency,
  lostAt,
});
