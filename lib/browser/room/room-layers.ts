import type { RemoteTrackPublication } from 'livekit-client';
import { backoffMs } from '@/lib/core/backoff';
import { References } from './references';
import { layerQuality, lowLayerSufficesPx, VideoLayer } from './video-layer';

/** On a narrow downlink LiveKit mostly probes sooner whether it carries more. */
const abandonedSeconds = 10;
/** The link's queue is mostly empty after the first. */
const relief = { firstMs: 4_000, capMs: 240_000 };
/** After this long with nothing relieved, the next relief is short again. */
const forgetMs = 300_000;
/** Checks, a second apart, after which LiveKit has noticed if the downlink is too narrow for one video. */
const sharpChecks = 3;
/** The video that tries may be small meanwhile, or LiveKit may hold it back. */
const maxChecks = 11;

/**
 * Chooses the layers of a room's videos. Videos that LiveKit has stalled are relieved: limited to the low layer, for
 * longer each time. Then one of them tries the source layer, and the others follow (docs/livekit.md).
 */
export class RoomLayers {
  /** By participant. */
  readonly #limits: References;
  readonly #videos = new Map<HTMLVideoElement, VideoLayer>();
  /** How to end each participant's relief, the longest first. */
  readonly #relieved = new Map<string, () => void>();
  #reliefCount = 0;
  #reliefEndedMs = 0;
  #reliefTimer: ReturnType<typeof setTimeout> | undefined;
  #secondsWithoutProbe = 0;
  #isChecking = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onLimit is called when a participant is limited to the low layer, and when no longer */
  constructor(onLimit: () => void) {
    this.#limits = new References(onLimit);
  }

  /** Limits a participant's video to the low layer, whatever its size on the page. @returns a function that ends the limit */
  limit(identity: string): () => void {
    return this.#limits.acquire(identity);
  }

  /**
   * Asks LiveKit for the highest layer of a participant's video; below it, the video's size on the page decides.
   * @param firstHeightPx of its tile, when it is subscribed: LiveKit begins with the low layer, and the client would ask for
   * more once the first frames are there
   */
  request(identity: string, publication: RemoteTrackPublication, firstHeightPx = 0): void {
    if (this.#limits.has(identity)) publication.setVideoQuality(layerQuality.low);
    else if (publication.videoQuality === layerQuality.low || firstHeightPx > lowLayerSufficesPx)
      publication.setVideoQuality(layerQuality.source);
  }

  /** An element plays a participant's video. @returns a function to be called when it no longer does */
  play(identity: string, publication: RemoteTrackPublication, element: HTMLVideoElement): () => void {
    // Starts before the video's own tick, which may take the video out of view for a moment.
    this.#timer ??= setInterval(() => void this.#findAbandoned(), 1_000);
    const video = new VideoLayer(identity, publication, element, () => this.#relieve(video));
    this.#videos.set(element, video);
    return () => {
      video.stop();
      this.#videos.delete(element);
      if (this.#videos.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** An element that plays a video has shown no new frame for this many whole seconds; 0: it moves. */
  standStill(element: HTMLVideoElement, seconds: number): void {
    void this.#videos.get(element)?.standStill(seconds);
  }

  /** Ends all relief. */
  endRelief(): void {
    clearTimeout(this.#reliefTimer);
    for (const identity of this.#relieved.keys()) this.#endReliefOf(identity);
  }

  #relieve(video: VideoLayer): void {
    const { identity } = video;
    if (this.#relieved.size === 0 && performance.now() - this.#reliefEndedMs > forgetMs) this.#reliefCount = 0;
    if (!this.#relieved.has(identity)) {
      this.#relieved.set(identity, this.limit(identity));
      video.pause();
    }
    clearTimeout(this.#reliefTimer);
    this.#reliefTimer = setTimeout(() => this.#tryOne(), backoffMs(this.#reliefCount, relief));
  }

  /** Gives one participant the source layer back, and the others too once it has been sharp for a while. */
  #tryOne(): void {
    this.#reliefCount++;
    const [identity] = this.#relieved.keys();
    if (!identity) return;
    this.#endReliefOf(identity);
    let [checks, sharp] = [0, 0];
    const check = () => {
      const isSharp = [...this.#videos.values()].some((video) => video.identity === identity && video.isSharp);
      sharp = isSharp ? sharp + 1 : 0;
      if (sharp === sharpChecks || ++checks === maxChecks) this.endRelief();
      else this.#reliefTimer = setTimeout(check, 1_000);
    };
    check();
  }

  #endReliefOf(identity: string): void {
    this.#relieved.get(identity)?.();
    this.#relieved.delete(identity);
    this.#reliefEndedMs = performance.now();
  }

  /**
   * Relieves the videos that LiveKit has stepped down for good. It judges the downlink by its latest 2,048 packets, and a
   * wall may send more before the browser reports on one (livekit-server 1.13, `sendsidebwe/packet_tracker.go`).
   */
  async #findAbandoned(): Promise<void> {
    // A busy browser may take longer than a second to answer.
    if (this.#isChecking) return;
    this.#isChecking = true;
    const wasProbed = ![...this.#videos.values()].some((video) => video.isBlurred) || (await this.#wasProbed());
    this.#isChecking = false;
    this.#secondsWithoutProbe = wasProbed ? 0 : this.#secondsWithoutProbe + 1;
    if (this.#secondsWithoutProbe !== abandonedSeconds) return;
    this.#secondsWithoutProbe = 0;
    for (const video of this.#videos.values()) if (video.isBlurred) this.#relieve(video);
  }

  /** @returns true as well where the browser does not tell */
  async #wasProbed(): Promise<boolean> {
    const probed = await Promise.all([...this.#videos.values()].map((video) => video.wasProbed()));
    return probed.includes(true) || !probed.includes(false);
  }
}
