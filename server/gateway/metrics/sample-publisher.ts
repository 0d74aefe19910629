import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { BondedLink } from '@/lib/contracts/bonded-link';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import type { EncoderLink } from '../srt/srt-link';
import { recordSamples } from '../store/record-samples';
import { recordBondedLinks, recordRoundTrip } from '../store/stream-records';
import { publishSamples } from './publish-samples';
import type { StreamVitals } from './stream-vitals';

const intervalMs = 1_000;
/** Each change of a bond is a change of its stream, which all its pages get. */
const roundsPerBond = 3;
/** The findings take up to three of the gateway's ten connections to Postgres, and the reconciler four. */
const maxConcurrentWrites = 1;

/** A stream whose samples are published; the reconciler's StreamRuntime is one. */
export interface Sampled {
  readonly stream: { id: string; rttMs: number | null; bondedLinks: BondedLink[] | null };
  readonly isHeld: boolean;
  readonly vitals: StreamVitals;
}

export interface SamplePublisherOptions {
  gatewayId: string;
  bus: Pick<Bus, 'publish'>;
  streams: { values(): Sampled[] };
  readLinks(): Promise<Map<string, EncoderLink>>;
}

/** Records and publishes the streams' samples and round trips once a second. */
export class SamplePublisher {
  readonly #options: SamplePublisherOptions;
  readonly #writes = pLimit(maxConcurrentWrites);
  readonly #loop = new Loop({
    name: 'samples',
    work: () => this.#publish(),
    // Where Postgres takes longer than that, samples are skipped.
    intervalMs: () => Math.max(0, this.#startedMs + intervalMs - performance.now()),
    retry: { firstMs: intervalMs, capMs: intervalMs },
  });
  #rounds = 0;
  /** When the latest round began. */
  #startedMs = 0;

  constructor(options: SamplePublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #publish(): Promise<void> {
    this.#startedMs = performance.now();
    this.#rounds++;
    const isDue = this.#rounds % roundsPerBond === 0;
    await Promise.all([this.#writeSamples(), this.#writeRoundTrips(), isDue ? this.#writeBonds() : null]);
  }

  async #writeSamples(): Promise<void> {
    const { streams, bus, readLinks } = this.#options;
    const links = await readLinks();
    const samples = streams
      .values()
      .flatMap(({ stream, vitals }) => vitals.nextSample(stream.id, links.get(stream.id) ?? null) ?? []);
    try {
      await publishSamples(bus, await recordSamples(samples));
    } catch (error) {
      log.warn({ err: error, count: samples.length }, 'samples: lost');
    }
  }

  async #writeBonds(): Promise<void> {
    const { streams, gatewayId } = this.#options;
    const changed = streams.values().flatMap(({ stream, isHeld, vitals }) => {
      const links = vitals.link?.bond ?? null;
      return !isHeld || isDeepStrictEqual(links, stream.bondedLinks) ? [] : [{ streamId: stream.id, links }];
    });
    await Promise.all(
      changed.map(({ streamId, links }) =>
        this.#writes(() => recordBondedLinks(streamId, { gatewayId, links })).catch((error: unknown) =>
          log.warn({ err: error, streamId }, 'bonded links: not recorded; will retry'),
        ),
      ),
    );
  }

  async #writeRoundTrips(): Promise<void> {
    const { streams, gatewayId } = this.#options;
    const changed = streams.values().flatMap(({ stream, isHeld, vitals }) => {
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
