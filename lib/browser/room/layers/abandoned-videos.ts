import type { RemoteTrack, RemoteTrackPublication } from 'livekit-client';
import { isLarge, isSharp, layerQuality } from './layers';

/** On a narrow downlink livekit-server mostly tries sooner whether it carries more. */
const afterSeconds = 10;

/** On the page, and the element that shows it. */
interface WatchedVideo {
  identity: string;
  publication: RemoteTrackPublication;
  video: HTMLVideoElement;
}

/**
 * Finds the videos of a room that livekit-server has stepped down for good. It measures how long packets are under way by the
 * differences from each to the next, and remembers 2,048: where a wall sends more than that before the browser's word of one
 * comes, it may take the downlink to be congested from then on, and try no more what that carries (1.13,
 * `pkg/sfu/bwe/sendsidebwe/packet_tracker.go`). It tries by retransmitting what nobody has asked for.
 */
export class AbandonedVideos {
  readonly #onAbandoned: (identity: string, track: RemoteTrack) => void;
  readonly #watched = new Set<WatchedVideo>();
  /** By receiver, a second ago. */
  #before = new Map<RTCRtpReceiver, Retransmissions>();
  #seconds = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onAbandoned is called for each of them, ten seconds after the last try */
  constructor(onAbandoned: (identity: string, track: RemoteTrack) => void) {
    this.#onAbandoned = onAbandoned;
  }

  /** A video is shown. @returns a function to be called when it is not any more */
  watch(video: WatchedVideo): () => void {
    this.#watched.add(video);
    // The connection may be gone; its video elements will be, too.
    this.#timer ??= setInterval(() => void this.#check().catch(() => undefined), 1_000);
    return () => {
      this.#watched.delete(video);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #check(): Promise<void> {
    const short = [...this.#watched].filter(isShort);
    const isTried = short.length === 0 || (await this.#seesTry());
    this.#seconds = isTried ? 0 : this.#seconds + 1;
    if (this.#seconds !== afterSeconds) return;
    this.#seconds = 0;
    for (const { identity, publication } of short) {
      if (publication.track) this.#onAbandoned(identity, publication.track);
    }
  }

  /** @returns true as well where the browser does not tell */
  async #seesTry(): Promise<boolean> {
    const before = this.#before;
    this.#before = new Map();
    const receivers = [...this.#watched].flatMap(({ publication }) => publication.track?.receiver ?? []);
    for (const receiver of receivers) {
      const now = await readRetransmissions(receiver);
      if (now) this.#before.set(receiver, now);
    }
    if (this.#before.size === 0) return true;
    return [...this.#before].some(([receiver, { sent, requested }]) => {
      const then = before.get(receiver);
      return then !== undefined && sent > then.sent && requested === then.requested;
    });
  }
}

/** @returns whether a video has the low layer, and is to have the source layer */
function isShort({ publication, video }: WatchedVideo): boolean {
  const { isEnabled, videoQuality } = publication;
  return isEnabled && videoQuality !== layerQuality.low && isLarge(publication, video) && !isSharp(video);
}

/** Packets that were sent again, and requests for such. */
interface Retransmissions {
  requested: number;
  sent: number;
}

async function readRetransmissions(receiver: RTCRtpReceiver): Promise<Retransmissions | undefined> {
  for (const { type, nackCount, rtxSsrc, retransmittedPacketsReceived } of (await receiver.getStats()).values()) {
    if (type !== 'inbound-rtp' || nackCount === undefined) continue;
    // Chromium counts from the first one on, and tells before that where they would come from.
    const sent = retransmittedPacketsReceived ?? (rtxSsrc === undefined ? undefined : 0);
    if (sent !== undefined) return { requested: nackCount, sent };
  }
  return undefined;
}
