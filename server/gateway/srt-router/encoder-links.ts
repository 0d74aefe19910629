import type { Bus, SrtLinkReading } from '@/lib/platform/bus/bus';
import { type EncoderLink, lossPercentOf } from './srt-link';

/** A reading is at most 230 bytes of JSON, and Postgres carries less than 8,000 in one notification. */
const maxReadingsPerMessage = 25;
/** Readings come once a second; after so long without one, no encoder is connected there. */
const silentAfterMs = 2_500;

export interface EncoderLinksOptions {
  gatewayId: string;
  bus: Bus;
  isHeld(streamId: string): boolean;
  /** What happened on the links of the encoders that are connected here since the last call. */
  readOwn(): Promise<Map<string, EncoderLink>>;
}

/**
 * The links of the encoders of this gateway's streams, through whichever gateway they are connected: each
 * sends the holder of a stream over the bus what it has read from the datagrams that it passes on.
 */
export class EncoderLinks {
  readonly #options: EncoderLinksOptions;
  /** By stream, what came from other gateways since the last reading. */
  readonly #received = new Map<string, { link: SrtLinkReading; receivedAtMs: number }>();

  constructor(options: EncoderLinksOptions) {
    this.#options = options;
  }

  /**
   * What happened since the last call on the links of the encoders of held streams, by stream. Sends the other
   * gateways theirs: call it once a second, also where no stream is held.
   */
  async read(): Promise<Map<string, EncoderLink>> {
    const own = await this.#options.readOwn();
    const held = this.#readReceived(performance.now());
    const foreign: SrtLinkReading[] = [];
    for (const [streamId, link] of own) {
      if (this.#options.isHeld(streamId)) {
        held.set(streamId, link);
      } else {
        const { rttMs, receivedPackets, lostPackets, retransmittedPackets, capacityKbps, srtLatencyMs } = link;
        foreign.push({
          streamId,
          rttMs,
          receivedPackets,
          lostPackets,
          retransmittedPackets,
          capacityKbps,
          srtLatencyMs,
        });
      }
    }
    await this.#publish(foreign);
    return held;
  }

  /** Receives the readings of another gateway's encoders. */
  receive({ gatewayId, links }: { gatewayId: string; links: SrtLinkReading[] }): void {
    if (gatewayId === this.#options.gatewayId) return;
    const receivedAtMs = performance.now();
    for (const link of links) {
      if (!this.#options.isHeld(link.streamId)) continue;
      const unread = this.#received.get(link.streamId)?.link;
      this.#received.set(link.streamId, { link: unread ? add(unread, link) : link, receivedAtMs });
    }
  }

  #readReceived(nowMs: number): Map<string, EncoderLink> {
    const links = new Map<string, EncoderLink>();
    for (const [streamId, { link, receivedAtMs }] of this.#received) {
      if (nowMs - receivedAtMs > silentAfterMs) {
        this.#received.delete(streamId);
        continue;
      }
      const { rttMs, receivedPackets, lostPackets, retransmittedPackets, capacityKbps, srtLatencyMs } = link;
      const lossPercent = lossPercentOf(receivedPackets, lostPackets);
      links.set(streamId, {
        rttMs,
        receivedPackets,
        lostPackets,
        retransmittedPackets,
        lossPercent,
        capacityKbps,
        srtLatencyMs,
      });
      // The two seconds, theirs and ours, are not in step: where no reading falls into one of ours, the link is as before.
      this.#received.set(streamId, { link: withoutPackets(link), receivedAtMs });
    }
    return links;
  }

  async #publish(links: SrtLinkReading[]): Promise<void> {
    const { bus, gatewayId } = this.#options;
    for (let start = 0; start < links.length; start += maxReadingsPerMessage) {
      await bus.publish({ type: 'srt_links', gatewayId, links: links.slice(start, start + maxReadingsPerMessage) });
    }
  }
}

const add = (unread: SrtLinkReading, link: SrtLinkReading): SrtLinkReading => ({
  ...link,
  receivedPackets: unread.receivedPackets + link.receivedPackets,
  lostPackets: unread.lostPackets + link.lostPackets,
  retransmittedPackets: unread.retransmittedPackets + link.retransmittedPackets,
});

const withoutPackets = (link: SrtLinkReading): SrtLinkReading => ({
  ...link,
  receivedPackets: 0,
  lostPackets: 0,
  retransmittedPackets: 0,
});
