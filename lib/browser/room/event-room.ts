import type {
  ReconnectPolicy,
  RemoteAudioTrack,
  RemoteParticipant,
  RemoteTrack,
  RemoteTrackPublication,
  Room,
} from 'livekit-client';
import { minuteMs } from '@/lib/core/durations';
import { maxOf } from '@/lib/core/extremes';
import { Store } from '../store';
import { requestCaptureTimes } from './capture-times';
import { findVideoPublication } from './find-video-publication';
import { KeptConnection } from './kept-connection';
import { References } from './references';
import { RoomLayers } from './room-layers';
import { announceFirstSize } from './video-layer';

/** The values of LiveKit's ConnectionState, spelled out because the library itself is loaded on demand. */
export type RoomConnection = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'signalReconnecting';

/** How far the current or last attempt to connect got: to LiveKit's signalling, or to its media as well. */
export type RoomReach = 'nothing' | 'signalling' | 'media';

export interface RoomCredentials {
  url: string;
  token: string;
}

/** Fetches a token for each new connection; null where the event has no room. */
export type FetchCredentials = (connection: 'first' | 'again') => Promise<RoomCredentials | null>;

/** A subscribed video track with the participant that publishes it. */
export interface RoomVideo {
  participant: RemoteParticipant;
  publication: RemoteTrackPublication;
}

/** Loads LiveKit's client, once. @throws if it cannot be loaded; the next call tries again */
export async function loadLiveKit() {
  const livekit = await import('livekit-client');
  livekit.setLogLevel('warn');
  requestCaptureTimes();
  return livekit;
}

/** An event without a room rarely gets one. */
const unavailableRetryMs = minuteMs;

/** LiveKit's own delays grow to 7 s; video should be back 5 s after its server. Then a new Room takes over. */
const reconnectDelaysMs = [0, 200, 300, 300, 500, 500, 1_000, 1_000, 2_000, 2_000];
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount }) => reconnectDelaysMs[retryCount] ?? null,
};

/**
 * A page's one room connection, shared by all its tiles. Subscribes only to tracks that some tile needs. Replaces a
 * connection that LiveKit gave up, or that the machine slept through, with a new one and a fresh token.
 */
export class EventRoom {
  #room: Room | null = null;
  #connection: RoomConnection = 'connecting';
  #reach: RoomReach = 'nothing';
  #unavailable = false;
  readonly #kept = new KeptConnection({
    connectOnce: (...attempt) => {
      this.#setConnection('connecting');
      return this.#connectOnce(...attempt);
    },
    // LiveKit notices by itself that the network is back, unless it has given up.
    isLost: () => this.#connection === 'disconnected',
    onLost: () => this.#setConnection('disconnected'),
    waitMs: () => (this.#unavailable ? unavailableRetryMs : undefined),
  });
  /** With the heights of the tiles. */
  readonly #videoReferences = new References<() => number>(() => this.#updateSubscriptions());
  readonly #audioReferences = new References(() => this.#updateSubscriptions());
  readonly #layers = new RoomLayers(() => this.#updateSubscriptions());
  readonly #videos = new Map<string, RoomVideo>();
  /** Delays by participant. Participants without a delay have no entry. */
  readonly #delaysMs = new Map<string, number>();
  readonly #changes = new Store(undefined);
  readonly #fetchCredentials: FetchCredentials;

  constructor(fetchCredentials: FetchCredentials) {
    this.#fetchCredentials = fetchCredentials;
  }

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    const stop = this.#kept.start();
    return () => {
      this.#layers.endRelief();
      stop();
    };
  }

  /** Calls the listener whenever the connection or a track changes. @returns a function that removes the listener */
  subscribe = this.#changes.subscribe;

  get connection(): RoomConnection {
    return this.#connection;
  }

  get reach(): RoomReach {
    return this.#reach;
  }

  /** True while the server says that it has no room for this event. */
  get unavailable(): boolean {
    return this.#unavailable;
  }

  /**
   * Subscribes to a participant's video while at least one tile needs it.
   * @param heightPx of the tile, for the first layer; then LiveKit's client watches the tile's size
   * @returns a function that releases it
   */
  subscribeVideo = (identity: string, heightPx: () => number): (() => void) =>
    this.#videoReferences.acquire(identity, heightPx);

  /** Limits a participant's video to the low layer, whatever its size. @returns a function that ends the limit */
  limitToLowLayer = (identity: string): (() => void) => this.#layers.limit(identity);

  /** Has LiveKit send the layer that an element needs of the video that it plays. @returns a function that ends it */
  playVideo({ participant, publication }: RoomVideo, element: HTMLVideoElement): () => void {
    return this.#layers.play(participant.identity, publication, element);
  }

  standStill(element: HTMLVideoElement, seconds: number): void {
    this.#layers.standStill(element, seconds);
  }

  /** Subscribes to a participant's audio while at least one tile needs it. @returns a function that releases it */
  subscribeAudio = (identity: string): (() => void) => this.#audioReferences.acquire(identity);

  /** Delays a participant's video and audio by this many milliseconds; 0 plays them at once. */
  delay(identity: string, delayMs: number): void {
    if (delayMs > 0) this.#delaysMs.set(identity, delayMs);
    else this.#delaysMs.delete(identity);
    const publications = this.#room?.remoteParticipants.get(identity)?.trackPublications.values() ?? [];
    for (const { track } of publications) if (track) playWithDelay(track, delayMs);
  }

  get metadata(): string {
    return this.#room?.metadata ?? '';
  }

  /** Whether a participant is in the room. */
  has(identity: string): boolean {
    return this.#room?.remoteParticipants.has(identity) ?? false;
  }

  /** A participant's subscribed video, or null while there is none. Returns the same object until the track changes. */
  video(identity: string): RoomVideo | null {
    const participant = this.#room?.remoteParticipants.get(identity);
    const publication = participant && findVideoPublication(participant.trackPublications.values());
    if (!participant || !publication?.track) return null;
    const known = this.#videos.get(identity);
    if (known?.publication === publication && known.participant === participant) return known;
    const video = { participant, publication };
    this.#videos.set(identity, video);
    return video;
  }

  /** A participant's subscribed audio track, or null while there is none. */
  audio(identity: string): RemoteAudioTrack | null {
    const participant = this.#room?.remoteParticipants.get(identity);
    return (participant?.audioTrackPublications.values().next().value?.track as RemoteAudioTrack | undefined) ?? null;
  }

  /** Resolves when the connection ends. @throws if it cannot be established */
  async #connectOnce(connection: 'first' | 'again', aborted: AbortSignal, onConnected: () => void): Promise<void> {
    const [{ Room, RoomEvent, VideoPresets }, credentials] = await Promise.all([
      loadLiveKit(),
      this.#fetchCredentials(connection),
    ]);
    if (aborted.aborted) return;
    this.#unavailable = credentials === null;
    if (!credentials) return;
    let reach: RoomReach = 'nothing';
    const room = new Room({
      adaptiveStream: true,
      dynacast: true,
      videoCaptureDefaults: { resolution: VideoPresets.h1080.resolution },
      reconnectPolicy,
    });
    const over = new Promise<void>((resolve) => {
      room.once(RoomEvent.Disconnected, () => resolve());
    });
    const disconnect = () => void room.disconnect();
    aborted.addEventListener('abort', disconnect, { once: true });
    room
      .on(RoomEvent.ConnectionStateChanged, (state) => this.#setConnection(state))
      // Subscribing on the join's answer, before the media connection is up, saves a round trip to the first frame.
      .on(RoomEvent.SignalConnected, () => {
        reach = 'signalling';
        this.#reach = reach;
        this.#updateSubscriptions();
      })
      .on(RoomEvent.TrackPublished, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackUnpublished, () => this.#updateSubscriptions())
      .on(RoomEvent.Reconnected, () => this.#updateSubscriptions())
      // LiveKit would join again and wait 2 s before it reports that; a new Room does not.
      .on(RoomEvent.Reconnecting, () => this.#kept.renew())
      .on(RoomEvent.RoomMetadataChanged, () => this.#changes.notify())
      .on(RoomEvent.ParticipantDisconnected, () => this.#changes.notify())
      .on(RoomEvent.TrackUnsubscribed, () => this.#changes.notify())
      .on(RoomEvent.TrackSubscribed, (track, _publication, { identity }) => {
        playWithDelay(track, this.#delaysMs.get(identity) ?? 0);
        if (track.kind === 'video') announceFirstSize(track, this.#tallestPx(identity));
        // The monitor would read statistics every 2 s for a bitrate that is not used.
        track.stopMonitor();
        this.#changes.notify();
      });
    this.#room = room;
    try {
      await room.connect(addressFor(credentials.url), credentials.token, { autoSubscribe: false });
      reach = 'media';
      this.#reach = reach;
      onConnected();
      this.#updateSubscriptions();
      await over;
    } finally {
      aborted.removeEventListener('abort', disconnect);
      room.removeAllListeners();
      await room.disconnect();
      if (this.#room === room) this.#room = null;
      this.#reach = reach;
      this.#changes.notify();
    }
  }

  #updateSubscriptions(): void {
    for (const participant of this.#room?.remoteParticipants.values() ?? []) this.#updateParticipant(participant);
    this.#changes.notify();
  }

  #updateParticipant({ identity, trackPublications }: RemoteParticipant): void {
    const video = this.#videoReferences.has(identity) ? findVideoPublication(trackPublications.values()) : undefined;
    const needsAudio = this.#audioReferences.has(identity);
    const isNew = video?.isDesired === false;
    for (const publication of trackPublications.values()) {
      const isNeeded = publication.kind === 'audio' ? needsAudio : publication === video;
      if (publication.isDesired !== isNeeded) publication.setSubscribed(isNeeded);
    }
    if (video) this.#layers.request(identity, video, isNew ? this.#tallestPx(identity) : 0);
  }

  #tallestPx(identity: string): number {
    return maxOf(
      this.#videoReferences.values(identity).map((heightPx) => heightPx()),
      0,
    );
  }

  #setConnection(connection: RoomConnection): void {
    this.#connection = connection;
    this.#changes.notify();
  }
}

/** LiveKit's address for this page. Browsers refuse ws:// on an https page, and the server may not know the scheme. */
export const addressFor = (url: string): string =>
  globalThis.location?.protocol === 'https:' ? url.replace(/^ws:/, 'wss:') : url;

/**
 * Asks the browser to hold back each frame for this long after its arrival; 0 shows it at once. Has no effect in
 * browsers without the setting.
 */
function playWithDelay({ receiver }: RemoteTrack, delayMs: number): void {
  if (receiver && 'jitterBufferTarget' in receiver) receiver.jitterBufferTarget = delayMs;
}
