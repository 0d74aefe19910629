import type { RemoteTrack, RemoteTrackPublication } from 'livekit-client';

/** LiveKit's VideoQuality of the worker's two layers (server/worker/outputs/room/publish/track-requests.ts). */
export const layerQuality = { low: 0, source: 1 } as const;

/** LiveKit sends the low layer, of 360 lines, to tiles of at most this many CSS pixels. */
export const lowLayerSufficesPx = 400;

/** Long enough for LiveKit to change the layer, unless it waits for the camera's keyframe. */
const growingSeconds = 4;
/** Longer, so that a video that has grown is renewed while LiveKit still goes by the downlink's capacity. */
const smallSeconds = 6;
/** LiveKit itself mostly sends less before this, until a narrow downlink has pictures again. */
const standstillSeconds = 3;
/** LiveKit acts 100 ms after it has heard that a video is out of view. */
const pauseMs = 200;

/** Where a video stands with LiveKit. `renewsIn` counts the seconds until LiveKit is made to look at it again. */
export type LayerState =
  /** The low layer suffices. Renewed if it was large with the low layer before. */
  | { name: 'small'; renewsIn: number | null }
  /** Large with the low layer: LiveKit may not have noticed that it grew. */
  | { name: 'growing'; renewsIn: number }
  /** Large with the source layer. */
  | { name: 'large' }
  /** Large with the low layer, and LiveKit knows: it steps the video up again by itself. */
  | { name: 'steppedDown' }
  /** Limited to the low layer by the page, and otherwise like a small one. */
  | { name: 'relieved'; renewsIn: number | null };

/**
 * A video's appearance at a tick. It is hidden when out of view or without a track. A large one with the low layer is
 * glimpsed if it was sharp for a moment since the last tick, and blurred otherwise.
 */
export type Sight = 'hidden' | 'small' | 'limited' | 'blurred' | 'glimpsed' | 'sharp';

interface Transition {
  next: LayerState;
  /** LiveKit must look at the video again now. */
  isRenewed: boolean;
}

/**
 * The transition at a tick, once a second. LiveKit, while short of bandwidth, ignores that a video has grown. A video
 * that it stepped down and that is now small wants more forever (livekit-server 1.13, `pkg/sfu/forwarder.go`).
 */
export function nextLayer(layer: LayerState, sight: Sight): Transition {
  switch (sight) {
    case 'hidden':
      return { next: layer, isRenewed: false };
    case 'small':
      return shrink(layer, 'small');
    case 'limited':
      return shrink(layer, 'relieved');
    case 'blurred':
      return grow(layer);
    case 'glimpsed':
      return { next: { name: 'steppedDown' }, isRenewed: false };
    case 'sharp':
      return { next: { name: 'large' }, isRenewed: false };
  }
}

function grow(layer: LayerState): Transition {
  if (layer.name === 'large' || layer.name === 'steppedDown')
    return { next: { name: 'steppedDown' }, isRenewed: false };
  const renewsIn = (layer.name === 'growing' ? layer.renewsIn : growingSeconds) - 1;
  const isRenewed = renewsIn === 0;
  return { next: isRenewed ? { name: 'steppedDown' } : { name: 'growing', renewsIn }, isRenewed };
}

function shrink(layer: LayerState, name: 'small' | 'relieved'): Transition {
  const wasBlurred = layer.name === 'growing' || layer.name === 'steppedDown';
  const before = wasBlurred ? smallSeconds : layer.name === 'large' ? null : layer.renewsIn;
  const isRenewed = before === 1;
  return { next: { name, renewsIn: before === null || isRenewed ? null : before - 1 }, isRenewed };
}

/** A receiver's counters. */
interface Arrivals {
  bytes: number;
  /** Packets that were sent again; null where the browser does not count them. */
  retransmitted: number | null;
  /** Packets that the browser asked for again. */
  requested: number;
}

/**
 * Has LiveKit send the right layer of a video to one element that plays it. One tick a second drives its state; a
 * change of the element's size and a standstill act at once.
 */
export class VideoLayer {
  /** The participant that publishes the video. */
  readonly identity: string;
  readonly #publication: RemoteTrackPublication;
  readonly #element: HTMLVideoElement;
  readonly #onStandstill: () => void;
  #state: LayerState = { name: 'small', renewsIn: null };
  /** The element showed the source layer since the last tick, if only for a moment. */
  #wasSharp = false;
  #isAnnouncedLarge: boolean;
  #standstill = { seconds: 0, bytes: Number.POSITIVE_INFINITY };
  #arrivals: Arrivals | null = null;
  readonly #observer = new ResizeObserver(() => this.#announceSize());
  readonly #timer = setInterval(() => this.#tick(), 1_000);

  /** @param onStandstill is called each second for which the element stands still though packets arrive */
  constructor(
    identity: string,
    publication: RemoteTrackPublication,
    element: HTMLVideoElement,
    onStandstill: () => void,
  ) {
    this.identity = identity;
    this.#publication = publication;
    this.#element = element;
    this.#onStandstill = onStandstill;
    // Its first size goes with the subscription.
    this.#isAnnouncedLarge = element.clientHeight > lowLayerSufficesPx;
    this.#observer.observe(element);
    element.addEventListener('resize', this.#glimpse);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#observer.disconnect();
    this.#element.removeEventListener('resize', this.#glimpse);
    this.#standstill.seconds = 0;
  }

  /** Whether the element shows the source layer. */
  get isSharp(): boolean {
    return this.#element.videoHeight > lowLayerSufficesPx;
  }

  /** Whether the element is to show the source layer, and shows the low one. */
  get isBlurred(): boolean {
    const sight = this.#look();
    return sight === 'blurred' || sight === 'glimpsed';
  }

  /** The element has shown no new frame for this many whole seconds; 0: it moves. */
  async standStill(seconds: number): Promise<void> {
    this.#standstill.seconds = seconds;
    if (seconds < standstillSeconds - 1) return;
    const arrivals = await this.#readArrivals();
    if (!arrivals || seconds !== this.#standstill.seconds) return;
    const hasArrivals = arrivals.bytes > this.#standstill.bytes;
    this.#standstill.bytes = arrivals.bytes;
    if (seconds >= standstillSeconds && hasArrivals) this.#onStandstill();
  }

  /**
   * Whether LiveKit has probed the downlink with this video since the last call, by unrequested retransmissions.
   * @returns null where the browser does not tell
   */
  async wasProbed(): Promise<boolean | null> {
    const before = this.#arrivals;
    const now = await this.#readArrivals();
    this.#arrivals = now;
    if (now === null || now.retransmitted === null) return null;
    if (before === null || before.retransmitted === null) return false;
    return now.retransmitted > before.retransmitted && now.requested === before.requested;
  }

  /** Takes the video out of view and back, so that LiveKit decides about it again. */
  pause(): void {
    const { track } = this.#publication;
    if (!track) return;
    track.emit('visibilityChanged', false, track);
    let isVisible = true;
    const follow = (nowVisible: boolean) => {
      isVisible = nowVisible;
    };
    track.on('visibilityChanged', follow);
    setTimeout(() => {
      track.off('visibilityChanged', follow);
      if (isVisible) track.emit('visibilityChanged', true, track);
    }, pauseMs);
  }

  /** @returns null while nothing is received */
  async #readArrivals(): Promise<Arrivals | null> {
    // The connection may be gone; its video elements will be, too.
    const report = await this.#publication.track?.receiver?.getStats().catch(() => undefined);
    for (const stats of report?.values() ?? []) {
      if (stats.type !== 'inbound-rtp') continue;
      // Chromium counts retransmissions from the first one on, and says before that where they would come from.
      const { bytesReceived = 0, nackCount = 0, rtxSsrc, retransmittedPacketsReceived } = stats;
      const retransmitted = retransmittedPacketsReceived ?? (rtxSsrc === undefined ? null : 0);
      return { bytes: bytesReceived, retransmitted, requested: nackCount };
    }
    return null;
  }

  #tick(): void {
    const sight = this.#look();
    const { next, isRenewed } = nextLayer(this.#state, sight);
    this.#state = next;
    if (sight !== 'hidden') this.#wasSharp = false;
    if (isRenewed) this.pause();
  }

  #look(): Sight {
    const { track, isEnabled, videoQuality } = this.#publication;
    if (!track || !isEnabled) return 'hidden';
    if (videoQuality === layerQuality.low) return 'limited';
    if (!this.#isLarge) return 'small';
    if (this.isSharp) return 'sharp';
    return this.#wasSharp ? 'glimpsed' : 'blurred';
  }

  /** Whether the element needs the source layer at its size, and the camera has one. */
  get #isLarge(): boolean {
    return Math.min(this.#element.clientHeight, this.#publication.dimensions?.height ?? 0) > lowLayerSufficesPx;
  }

  /** The element's video has another size. It may be sharp for less than a second. */
  readonly #glimpse = (): void => {
    if (this.#isLarge && this.isSharp) this.#wasSharp = true;
  };

  /**
   * Tells LiveKit at once that the element has become too large for the low layer, or small again. LiveKit's client
   * waits 100 ms, and its server another 100 ms unless the video just came into view (`pkg/rtc/subscribedtrack.go`).
   */
  #announceSize(): void {
    const { clientWidth: width, clientHeight: height } = this.#element;
    const { track, isEnabled } = this.#publication;
    const isLarge = height > lowLayerSufficesPx;
    if (isLarge === this.#isAnnouncedLarge || !track || !isEnabled) return;
    this.#isAnnouncedLarge = isLarge;
    track.emit('videoDimensionsChanged', { width, height }, track);
    if (!isLarge) return;
    track.emit('visibilityChanged', false, track);
    track.emit('visibilityChanged', true, track);
  }
}

/**
 * Tells LiveKit the size of a video before an element plays it. LiveKit's client measures 100 ms after that, and asks
 * for the best layer until then: LiveKit would step every small tile up and down again.
 * @param heightPx of the tile
 */
export function announceFirstSize(track: RemoteTrack, heightPx: number): void {
  const width = Math.round((heightPx * 16) / 9);
  if (heightPx > 0) track.emit('videoDimensionsChanged', { width, height: heightPx }, track);
}
