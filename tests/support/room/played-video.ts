import { EventEmitter } from 'node:events';
import { TrackInfo, TrackType, type UpdateTrackSettings } from '@livekit/protocol';
import { RemoteTrackPublication, type RemoteVideoTrack, Track, TrackEvent } from 'livekit-client';
import { vi } from 'vitest';

/** Called when the page gives the element another size. */
const observers = new Map<Element, () => void>();

/** Has elements without a browser tell their sizes, until `vi.unstubAllGlobals`. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onResize: () => void;
      #element: Element | undefined;
      constructor(onResize: () => void) {
        this.#onResize = onResize;
      }
      observe(element: Element) {
        this.#element = element;
        observers.set(element, this.#onResize);
      }
      disconnect() {
        if (this.#element) observers.delete(this.#element);
      }
    },
  );
}

/** A camera's video as LiveKit's client subscribes to it, and the element that plays it. */
export class PlayedVideo {
  readonly identity: string;
  readonly publication: RemoteTrackPublication;
  readonly element: HTMLVideoElement;
  /** The settings that LiveKit's server has received for it. */
  readonly told: UpdateTrackSettings[] = [];
  /** Whether it is in view, each time that LiveKit's client is told. */
  readonly toldInView: boolean[] = [];
  /** The browser's statistics of it. */
  readonly counts: Record<string, number> = { bytesReceived: 0, nackCount: 3 };
  /** How long the browser takes to answer with them. */
  readMs = 0;
  /** How often the browser was asked for them. */
  readCount = 0;
  readonly #track: EventEmitter;

  constructor(identity: string, { cameraHeight = 720, clientHeight = 180, videoHeight = 360 } = {}) {
    this.identity = identity;
    const width = (cameraHeight * 16) / 9;
    const info = new TrackInfo({ sid: `TR_${identity}`, type: TrackType.VIDEO, width, height: cameraHeight });
    this.publication = new RemoteTrackPublication(Track.Kind.Video, info, true);
    const receiver = { getStats: () => this.#readStatistics() };
    this.#track = Object.assign(new EventEmitter(), {
      sid: '',
      kind: Track.Kind.Video,
      isAdaptiveStream: true,
      receiver,
    });
    this.publication.setTrack(this.#track as unknown as RemoteVideoTrack);
    this.setInView(true);
    this.#track.on(TrackEvent.VisibilityChanged, (isInView: boolean) => this.toldInView.push(isInView));
    this.publication.on(TrackEvent.UpdateSettings, (settings: UpdateTrackSettings) => this.told.push(settings));
    this.element = Object.assign(new EventTarget(), {
      clientWidth: 0,
      clientHeight,
      videoHeight,
    }) as unknown as HTMLVideoElement;
  }

  /** Brings the video into view, or out of it. */
  setInView(isInView: boolean): void {
    this.#track.emit(TrackEvent.VisibilityChanged, isInView);
  }

  /** The page gives the element another height. */
  resize(clientHeight: number): void {
    Object.assign(this.element, { clientWidth: (clientHeight * 16) / 9, clientHeight });
    observers.get(this.element)?.();
  }

  /** The element shows a layer of this height. */
  show(videoHeight: number): void {
    if (videoHeight === this.element.videoHeight) return;
    Object.assign(this.element, { videoHeight });
    this.element.dispatchEvent(new Event('resize'));
  }

  async #readStatistics(): Promise<RTCStatsReport> {
    this.readCount++;
    const stats = { id: '1', timestamp: 0, type: 'inbound-rtp' as const };
    const report = new Map([['1', Object.assign(stats, this.counts)]]);
    if (this.readMs > 0) await new Promise((resolve) => setTimeout(resolve, this.readMs));
    return report;
  }
}
