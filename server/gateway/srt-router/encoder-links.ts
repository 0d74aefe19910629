import type { Bus, SrtLinkReading } from '@/lib/platform/bus/bus';
import { type EncoderLink, lossPercentOf } from '../srt/srt-link';

/** A reading with 16 links is at most 1,500 bytes of JSON, and Postgres carries less than 8,000 in one notification. */
const maxReadingsPerMessage = 5;
/** Readings arrive once a second; after this long without one, no encoder is connected there. */
const silentAfterMs = 2_500;

export interface EncoderLinksOptions {
  gatewayId: string;
  bus: Bus;
  isHeld(streamId: string): boolean;
  /** The links of this gateway's connected encoders since the last call. */
  readOwn(): Promise<Map<string, EncoderLink>>;
}

/**
 * The links of held streams' encoders, whichever gateway they use. Over the bus, each gateway sends a stream's holder
 * the figures of the datagrams that it forwards.
 */
export class EncoderLinks {
  readonly #options: EncoderLinksOptions;
  /** By stream, the readings of other gateways since the last call of {@link read}. */
  readonly #received = new Map<string, { link: SrtLinkReading; receivedAtMs: number }>();

  constructor(options: EncoderLinksOptions) {
    this.#options = options;
  }

  /**
   * The links of held streams' encoders since the last call, by stream. It also sends the other gateways theirs, so
   * call it once a second even when no stream is held.
   */
  async read(): Promise<Map<string, EncoderLink>> {
    const own = await this.#options.readOwn();
    const held = this.#readReceived(performance.now());
    const foreign: SrtLinkReading[] = [];
    for (const [streamId, link] of own) {
      if (this.#options.isHeld(streamId)) {
        held.set(streamId, link);
      } else {
        foreign.push(readingOf(streamId, link));
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
      links.set(streamId, linkOf(link));
      // The gateways' seconds are not aligned: a second without a reading repeats the link without packets.
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

/** Omits the loss in percent, which the receiver computes from the readings that it adds up. */
const readingOf = (streamId: string, { lossPercent, ...link }: EncoderLink): SrtLinkReading => ({ streamId, ...link });

const linkOf = ({ streamId, ...link }: SrtLinkReading): EncoderLink => ({
  ...link,
  lossPercent: lossPercentOf(link.receivedPackets, link.lostPackets),
});

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
