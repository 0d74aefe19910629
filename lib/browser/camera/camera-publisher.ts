import type { DisconnectReason, LocalTrackPublication, Room, TrackPublishOptions } from 'livekit-client';
import { addressFor, type FetchCredentials, loadLiveKit } from '../room/event-room';
import { KeptConnection } from '../room/kept-connection';
import { Store } from '../store';

/** Whether the camera's picture can leave the device. `elsewhere`: another page of this device has taken over. */
export type PublisherConnection = 'connecting' | 'connected' | 'elsewhere';

/** Counts of sent media, by the browser's statistics. */
export interface SentMedia {
  bytes: number;
  framesEncoded: number;
  /** H264 where any layer has it, else another codec's name; null before the first frame. */
  codec: string | null;
  /** Whether the device is too slow to encode each frame of the highest layer. */
  isTooSlow: boolean;
}

/** Bitrates of the highest layer, by the lines of the picture. */
const bitratesBps = { 720: 2_500_000, 1080: 5_000_000 } as const;

/** Publishes the device's tracks in the event's room. Replaces a lost connection with a new one, for ever. */
export class CameraPublisher {
  readonly #fetchCredentials: FetchCredentials;
  readonly #connection = new Store<PublisherConnection>('connecting');
  #room: Room | null = null;
  #tracks: MediaStreamTrack[] = [];
  /** Puts changes of tracks in order. */
  #publishing: Promise<void> = Promise.resolve();
  readonly #kept = new KeptConnection({
    connectOnce: async (...attempt) => {
      this.#connection.set('connecting');
      if (await this.#connectOnce(...attempt)) this.#connection.set('elsewhere');
    },
    isLost: () => this.connection === 'connecting',
    waitMs: () => (this.connection === 'elsewhere' ? Number.POSITIVE_INFINITY : undefined),
  });

  constructor(fetchCredentials: FetchCredentials) {
    this.#fetchCredentials = fetchCredentials;
  }

  get connection(): PublisherConnection {
    return this.#connection.get();
  }

  /** Calls the listener when the connection changes. @returns a function that removes the listener */
  subscribe = this.#connection.subscribe;

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    return this.#kept.start();
  }

  /** Connects anew at once. Also takes over from another page of this device. */
  renew(): void {
    this.#kept.renew();
  }

  /** Sends these tracks from now on, in place of those before. */
  send(tracks: MediaStreamTrack[]): void {
    this.#tracks = tracks;
    this.#publish();
  }

  /** Reads what was sent in this connection. @returns null without one */
  async sent(): Promise<SentMedia | null> {
    const publications = this.#room?.localParticipant.trackPublications.values();
    if (!publications) return null;
    const sent: SentMedia = { bytes: 0, framesEncoded: 0, codec: null, isTooSlow: false };
    for (const { track } of publications) {
      const report = await track?.sender?.getStats();
      for (const entry of report?.values() ?? []) {
        if (entry.type !== 'outbound-rtp') continue;
        sent.bytes += entry.bytesSent ?? 0;
        sent.framesEncoded += entry.framesEncoded ?? 0;
        if (entry.qualityLimitationReason === 'cpu') sent.isTooSlow = true;
        if (entry.kind === 'video' && entry.framesEncoded > 0) {
          const codec = String(report?.get(entry.codecId)?.mimeType ?? '').replace('video/', '');
          if (codec === 'H264') sent.codec = codec;
          sent.codec ??= codec || null;
        }
      }
    }
    return sent;
  }

  /** Resolves when the connection ends. @returns whether another page took over @throws if it cannot be established */
  async #connectOnce(connection: 'first' | 'again', over: AbortSignal, onConnected: () => void): Promise<boolean> {
    const [{ Room, RoomEvent, DisconnectReason }, credentials] = await Promise.all([
      loadLiveKit(),
      this.#fetchCredentials(connection),
    ]);
    if (!credentials || over.aborted) return false;
    // Dynacast tells a camera that nobody needs to encode nothing.
    const room = new Room({ dynacast: true, stopLocalTrackOnUnpublish: false });
    const ended = new Promise<DisconnectReason | undefined>((resolve) => {
      room.once(RoomEvent.Disconnected, resolve);
      over.addEventListener('abort', () => resolve(undefined), { once: true });
      // LiveKit would wait between its own attempts; a new room does not.
      room.once(RoomEvent.Reconnecting, () => resolve(undefined));
    });
    this.#room = room;
    try {
      await Promise.race([
        room.connect(addressFor(credentials.url), credentials.token, { autoSubscribe: false }),
        aborted(over),
      ]);
      if (over.aborted) return false;
      onConnected();
      this.#connection.set('connected');
      this.#publish();
      return (await ended) === DisconnectReason.DUPLICATE_IDENTITY;
    } finally {
      if (this.#room === room) this.#room = null;
      room.removeAllListeners();
      await room.disconnect(false);
    }
  }

  #publish(): void {
    this.#publishing = this.#publishing.then(async () => {
      const room = this.#room;
      if (room?.state !== 'connected') return;
      try {
        await Promise.all(this.#tracks.map((track) => publishTrack(room, track)));
      } catch {
        // A new connection publishes everything again.
        if (this.#room === room) this.renew();
      }
    });
  }
}

/** Publishes a track, or puts it in the place of the one before. */
async function publishTrack(room: Room, track: MediaStreamTrack): Promise<void> {
  const published = publicationOf(room, track.kind)?.track;
  if (!published) {
    await room.localParticipant.publishTrack(track, await publishOptions(track));
    return;
  }
  if (published.mediaStreamTrack === track) return;
  await published.replaceTrack(track, true);
  if (track.kind === 'video') await fitBitrate(published.sender, track);
  // LiveKit mutes a track that has ended and pauses one that is muted by the system.
  await published.resumeUpstream();
  await published.unmute();
}

const publicationOf = (room: Room, kind: string): LocalTrackPublication | undefined =>
  [...room.localParticipant.trackPublications.values()].find((publication) => publication.kind === kind);

const bitrateOf = (track: MediaStreamTrack): number => {
  const { width = 0, height = 0 } = track.getSettings();
  return bitratesBps[Math.min(width, height) >= 1080 ? 1080 : 720];
};

/** Gives the highest layer the bitrate that a track of another size needs. */
async function fitBitrate(sender: RTCRtpSender | undefined, track: MediaStreamTrack): Promise<void> {
  const parameters = sender?.getParameters();
  const highest = parameters?.encodings.find(({ scaleResolutionDownBy = 1 }) => scaleResolutionDownBy === 1);
  if (!sender || !parameters || !highest) return;
  highest.maxBitrate = bitrateOf(track);
  await sender.setParameters(parameters);
}

async function publishOptions(track: MediaStreamTrack): Promise<TrackPublishOptions> {
  const { BackupCodecPolicy, Track, VideoPreset } = await loadLiveKit();
  // The worker takes plain Opus, and silence has to arrive as well.
  if (track.kind === 'audio') return { source: Track.Source.Microphone, dtx: false, red: false };
  return {
    source: Track.Source.Camera,
    // Hardware encodes it on every phone, and the worker passes it through.
    videoCodec: 'h264',
    backupCodec: { codec: 'vp8' },
    backupCodecPolicy: BackupCodecPolicy.SIMULCAST,
    simulcast: true,
    videoEncoding: { maxBitrate: bitrateOf(track), maxFramerate: 30 },
    videoSimulcastLayers: [new VideoPreset(320, 180, 200_000, 15)],
    // A change of size breaks recordings and SRT players.
    degradationPreference: 'maintain-resolution',
  };
}

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
