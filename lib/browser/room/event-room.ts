import type {
  ReconnectPolicy,
  RemoteAudioTrack,
  RemoteParticipant,
  RemoteTrack,
  RemoteTrackPublication,
  Room,
} from 'livekit-client';
import { backoffMs } from '@/lib/core/backoff';
import { onPageReturn } from '../page/on-page-return';
import { Claims } from './claims';
import { pickVideo } from './pick-video';

/** The values of LiveKit's ConnectionState, spelled out because the library itself is only loaded on demand. */
export type RoomConnection = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'signalReconnecting';

export interface RoomCredentials {
  url: string;
  token: string;
}

/** Asked for a token of its own at each new connection; null: this event has no room. */
export type FetchCredentials = (connection: 'first' | 'again') => Promise<RoomCredentials | null>;

/** A subscribed video with the participant that sends it. */
export interface RoomVideo {
  participant: RemoteParticipant;
  publication: RemoteTrackPublication;
}

/** LiveKit's client, fetched when it is first asked for. @throws if it cannot be fetched; the next call tries again */
export async function loadLiveKit() {
  const livekit = await import('livekit-client');
  livekit.setLogLevel('warn');
  return livekit;
}

const rebuild = { firstMs: 300, capMs: 5_000 };
/** An event without a room seldom gets one. */
const unavailableRetryMs = 60_000;

/** LiveKit's own pauses grow to 7 s; a picture should be back within 5 s of its server. Then a new Room takes over. */
const reconnectDelaysMs = [0, 200, 300, 300, 500, 500, 1_000, 1_000, 2_000, 2_000];
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount }) => reconnectDelaysMs[retryCount] ?? null,
};

/**
 * The one connection of a page to an event's room, shared by all its tiles. Only what somebody watches or hears is
 * subscribed. A connection that LiveKit gives up, or that the machine slept through, is built anew with a fresh token,
 * until it is stopped.
 */
export class EventRoom {
  #room: Room | null = null;
  #connection: RoomConnection = 'connecting';
  #unavailable = false;
  /** Ends the connection under way, or the wait for the next one, so that the next attempt comes at once. */
  #renew = new AbortController();
  readonly #watched = new Claims(() => this.#updateSubscriptions());
  readonly #keptSmall = new Claims(() => this.#updateSubscriptions());
  readonly #heard = new Claims(() => this.#updateSubscriptions());
  readonly #videos = new Map<string, RoomVideo>();
  readonly #listeners = new Set<() => void>();
  readonly #fetchCredentials: FetchCredentials;

  constructor(fetchCredentials: FetchCredentials) {
    this.#fetchCredentials = fetchCredentials;
  }

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    const stop = new AbortController();
    // LiveKit itself notices that the network is back; what was given up is ours, and so is what slept for minutes.
    const stopListening = onPageReturn((slept) => {
      if (slept || this.#connection === 'disconnected') this.#renew.abort();
    });
    void this.#run(stop.signal);
    return () => {
      stopListening();
      stop.abort();
    };
  }

  /** Calls the listener whenever the connection or a track changed. @returns a function that stops it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get connection(): RoomConnection {
    return this.#connection;
  }

  /** True while the server says that it has no room for this event. */
  get unavailable(): boolean {
    return this.#unavailable;
  }

  /** Subscribes the video of a participant as long as anybody watches it. @returns a function that stops watching */
  watch = (identity: string): (() => void) => this.#watched.claim(identity);

  /** Takes only the small layer of a participant's video, whatever its size on the page. @returns a function that ends it */
  keepSmall = (identity: string): (() => void) => this.#keptSmall.claim(identity);

  /** Subscribes the sound of a participant as long as anybody hears it. @returns a function that stops hearing */
  hear = (identity: string): (() => void) => this.#heard.claim(identity);

  /** The subscribed video of a participant, or null while there is none. The same object as long as it is the same. */
  video(identity: string): RoomVideo | null {
    const participant = this.#room?.remoteParticipants.get(identity);
    const publication = participant && pickVideo(participant.trackPublications.values());
    if (!participant || !publication?.track) return null;
    const known = this.#videos.get(identity);
    if (known?.publication === publication && known.participant === participant) return known;
    const video = { participant, publication };
    this.#videos.set(identity, video);
    return video;
  }

  /** The subscribed sound of a participant, or null while there is none. */
  sound(identity: string): RemoteAudioTrack | null {
    const participant = this.#room?.remoteParticipants.get(identity);
    return (participant?.audioTrackPublications.values().next().value?.track as RemoteAudioTrack | undefined) ?? null;
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let attempt = 0;
    let connection: 'first' | 'again' = 'first';
    while (!stopped.aborted) {
      this.#setConnection('connecting');
      this.#renew = new AbortController();
      const over = AbortSignal.any([stopped, this.#renew.signal]);
      try {
        await this.#connectOnce(connection, over, () => {
          attempt = 0;
        });
      } catch {
        // Not reachable or refused, which LiveKit reports in many ways: the badge says so, and the next try may succeed.
      }
      if (stopped.aborted) return;
      this.#setConnection('disconnected');
      connection = 'again';
      await sleep(this.#unavailable ? unavailableRetryMs : backoffMs(attempt++, rebuild), over);
    }
  }

  /** Resolves when the connection is over. @throws whatever kept it from being made */
  async #connectOnce(connection: 'first' | 'again', aborted: AbortSignal, onConnected: () => void): Promise<void> {
    const [{ Room, RoomEvent, VideoPresets }, credentials] = await Promise.all([
      loadLiveKit(),
      this.#fetchCredentials(connection),
    ]);
    if (aborted.aborted) return;
    this.#unavailable = credentials === null;
    if (!credentials) return;
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
      // Asked for with the join's answer, before the media connection stands, the picture comes a round trip sooner.
      .on(RoomEvent.SignalConnected, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackPublished, () => this.#updateSubscriptions())
      .on(RoomEvent.TrackUnpublished, () => this.#updateSubscriptions())
      .on(RoomEvent.Reconnected, () => this.#updateSubscriptions())
      // The session is lost. LiveKit would join anew and then wait 2 s before it says so; a new Room does not.
      .on(RoomEvent.Reconnecting, () => this.#renew.abort())
      .on(RoomEvent.TrackUnsubscribed, () => this.#notify())
      .on(RoomEvent.TrackSubscribed, (track) => {
        playWithoutDelay(track);
        // Asks the browser for statistics every 2 s, for a bitrate that nobody reads.
        track.stopMonitor();
        this.#notify();
      });
    this.#room = room;
    try {
      await room.connect(credentials.url, credentials.token, { autoSubscribe: false });
      onConnected();
      this.#updateSubscriptions();
      await over;
    } finally {
      aborted.removeEventListener('abort', disconnect);
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

  #updateParticipant({ identity, trackPublications }: RemoteParticipant): void {
    const watched = this.#watched.has(identity) ? pickVideo(trackPublications.values()) : undefined;
    const isHeard = this.#heard.has(identity);
    for (const publication of trackPublications.values()) {
      const isWanted = publication.kind === 'audio' ? isHeard : publication === watched;
      if (publication.isDesired !== isWanted) publication.setSubscribed(isWanted);
    }
    if (watched) limitQuality(watched, this.#keptSmall.has(identity));
  }

  #setConnection(connection: RoomConnection): void {
    this.#connection = connection;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** LiveKit's VideoQuality of the worker's two layers (server/worker/publish/room-connection.ts). */
const layerQuality = { small: 0, camera: 1 } as const;

/** Within the limit, the picture's size on the page still decides. */
function limitQuality(publication: RemoteTrackPublication, keepSmall: boolean): void {
  if (keepSmall) publication.setVideoQuality(layerQuality.small);
  else if (publication.videoQuality === layerQuality.small) publication.setVideoQuality(layerQuality.camera);
}

/** Asks the browser to show every frame as soon as it is there. Browsers without the setting do so anyway or cannot. */
function playWithoutDelay({ receiver }: RemoteTrack): void {
  if (receiver && 'jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
}

/** Waits, or returns early when aborted. */
function sleep(durationMs: number, aborted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (aborted.aborted) return resolve();
    const timer = setTimeout(resolve, durationMs);
    aborted.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
