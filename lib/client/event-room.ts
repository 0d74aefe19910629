import type { ReconnectPolicy, RemoteParticipant, RemoteTrack, RemoteVideoTrack, Room } from 'livekit-client';
import { backoffMs } from '@/lib/core/backoff';
import { pickVideo } from './pick-video';

/** The values of LiveKit's ConnectionState, spelled out because the library itself is only loaded on demand. */
export type RoomConnection = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'signalReconnecting';

export interface RoomCredentials {
  url: string;
  token: string;
}

/** Asked for a token of its own at each new connection; null: this event has no room. */
export type FetchCredentials = (connection: 'first' | 'again') => Promise<RoomCredentials | null>;

async function loadLiveKit() {
  const livekit = await import('livekit-client');
  livekit.setLogLevel('warn');
  return livekit;
}

// The first picture waits for it, so it is fetched before the page has come to life. Should that fail, the room asks again.
if (typeof window !== 'undefined') loadLiveKit().catch(() => undefined);

const rebuild = { firstMs: 1_000, capMs: 5_000 };

/** LiveKit's own pauses grow to 7 s; a picture should be back within 10 s of its server. Then a new Room takes over. */
const reconnectDelaysMs = [0, 300, 1_000, 1_000, 2_000, 2_000, 2_000];
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount }) => reconnectDelaysMs[retryCount] ?? null,
};

/**
 * The one connection of a page to an event's room, shared by all its tiles. Only what somebody watches is subscribed.
 * A connection that LiveKit gives up is built anew with a fresh token, until it is stopped.
 */
export class EventRoom {
  #room: Room | null = null;
  #connection: RoomConnection = 'connecting';
  #unavailable = false;
  readonly #watchers = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #fetchCredentials: FetchCredentials;

  constructor(fetchCredentials: FetchCredentials) {
    this.#fetchCredentials = fetchCredentials;
  }

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    const stop = new AbortController();
    void this.#run(stop.signal);
    return () => stop.abort();
  }

  /** Calls the listener whenever the connection or a track changed. @returns a function that stops it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get connection(): RoomConnection {
    return this.#connection;
  }

  /** True once the server said that it has no room for this event. */
  get unavailable(): boolean {
    return this.#unavailable;
  }

  /** Subscribes the video of a participant as long as anybody watches it. @returns a function that stops watching */
  watch(identity: string): () => void {
    this.#watchers.set(identity, (this.#watchers.get(identity) ?? 0) + 1);
    this.#updateSubscriptions();
    return () => {
      const left = (this.#watchers.get(identity) ?? 1) - 1;
      if (left > 0) this.#watchers.set(identity, left);
      else this.#watchers.delete(identity);
      this.#updateSubscriptions();
    };
  }

  /** The subscribed video of a participant, or null while there is none. */
  video(identity: string): RemoteVideoTrack | null {
    const participant = this.#room?.remoteParticipants.get(identity);
    const track = participant && pickVideo(participant.trackPublications.values())?.track;
    return (track as RemoteVideoTrack | undefined) ?? null;
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let attempt = 0;
    let connection: 'first' | 'again' = 'first';
    while (!stopped.aborted && !this.#unavailable) {
      this.#setConnection('connecting');
      try {
        await this.#connectOnce(connection, stopped, () => {
          attempt = 0;
        });
      } catch {
        // Not reachable or refused, which LiveKit reports in many ways: the badge says so, and the next try may succeed.
      }
      if (stopped.aborted) return;
      this.#setConnection('disconnected');
      connection = 'again';
      await sleep(backoffMs(attempt++, rebuild), stopped);
    }
  }

  /** Resolves when the connection is over. @throws whatever kept it from being made */
  async #connectOnce(connection: 'first' | 'again', stopped: AbortSignal, onConnected: () => void): Promise<void> {
    const [{ Room, RoomEvent, VideoPresets }, credentials] = await Promise.all([
      loadLiveKit(),
      this.#fetchCredentials(connection),
    ]);
    if (stopped.aborted) return;
    if (!credentials) {
      this.#unavailable = true;
      return;
    }
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
    stopped.addEventListener('abort', disconnect, { once: true });
    room
      .on(RoomEvent.ConnectionStateChanged, (state) => this.#setConnection(state))
      // Asked for with the join's answer, before the media connection stands, the picture comes a round trip sooner.
      .on(RoomEvent.SignalConnected, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackPublished, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackUnpublished, () => this.#updateSubscriptions())
      .on(RoomEvent.Reconnected, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackUnsubscribed, () => this.#notify())
      .on(RoomEvent.TrackSubscribed, (track) => {
        playWithoutDelay(track);
        this.#notify();
      });
    this.#room = room;
    try {
      await room.connect(credentials.url, credentials.token, { autoSubscribe: false });
      onConnected();
      this.#updateSubscriptions();
      await over;
    } finally {
      stopped.removeEventListener('abort', disconnect);
      room.removeAllListeners();
      await room.disconnect();
      if (this.#room === room) this.#room = null;
      this.#notify();
    }
  }

  #updateSubscriptions(): void {
    for (const participant of this.#room?.remoteParticipants.values() ?? []) this.#updateParticipant(participant);
    this.#notify();
  }

  #updateParticipant(participant: RemoteParticipant): void {
    const watched = this.#watchers.has(participant.identity)
      ? pickVideo(participant.trackPublications.values())
      : undefined;
    for (const publication of participant.trackPublications.values()) {
      if (publication.isDesired !== (publication === watched)) publication.setSubscribed(publication === watched);
    }
  }

  #setConnection(connection: RoomConnection): void {
    this.#connection = connection;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Asks the browser to show every frame as soon as it is there. Browsers without the setting do so anyway or cannot. */
function playWithoutDelay({ receiver }: RemoteTrack): void {
  if (receiver && 'jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
}

/** Waits, or returns early when stopped. */
function sleep(durationMs: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
