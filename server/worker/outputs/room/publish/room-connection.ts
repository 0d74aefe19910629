import {
  DisconnectReason,
  LeaveRequest,
  type ParticipantInfo,
  ParticipantInfo_State,
  SessionDescription,
  SignalTarget,
  type SubscribedQualityUpdate,
  UpdateLocalVideoTrack,
  VideoQuality,
} from '@livekit/protocol';
import type { MediaClock } from '@/lib/media/media-clock';
import type { Logger } from '@/lib/platform/log';
import { type Incoming, LiveKitSignal } from '../../../livekit/livekit-signal';
import type { Layer } from '../transcode/layer-format';
import { LowLayer } from './low-layer';
import { MediaConnection } from './media-connection';
import { type PublicationFormat, trackRequests, videoTrackId } from './track-requests';

export interface RoomConnectionOptions {
  url: string;
  token: string;
  clock: MediaClock;
  log: Logger;
  /**
   * The layers to send: all of them at first, then those that LiveKit's dynacast reports as watched, except an unneeded
   * low layer.
   */
  onWatched(watched: Record<Layer, boolean>): void;
  /** Someone entered the room who may be about to watch. */
  onViewerJoined(): void;
  /** A viewer of this layer needs a keyframe. @returns false when none is made and the camera's own is far */
  onKeyframeRequest(layer: Layer): Promise<boolean>;
}

/** How a stay in a room ended. */
export interface RoomConnectionEnd {
  /** In words, for the log. */
  reason: string;
  /** Another participant has joined with our identity: another worker has taken over the stream. */
  isReplaced: boolean;
}

const connectTimeoutMs = 5_000;

/** One stay in a LiveKit room, from joining to leaving. It never reconnects; its owner joins again. */
export class RoomConnection {
  /** Settles once, when the stay is over for whatever reason. */
  readonly closed: Promise<RoomConnectionEnd>;
  #close: (end: RoomConnectionEnd) => void = () => undefined;
  #signal: LiveKitSignal;
  #options: RoomConnectionOptions;
  readonly media: MediaConnection;
  /** Takes the video. */
  readonly lowLayer: LowLayer;
  #viewers: Set<string>;
  #videoTrackSid = '';

  private constructor(signal: LiveKitSignal, participants: ParticipantInfo[], options: RoomConnectionOptions) {
    this.#signal = signal;
    this.#viewers = new Set(participants.filter(isViewer).map(({ sid }) => sid));
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.media = new MediaConnection({
      clock: options.clock,
      log: options.log,
      negotiate: (offerSdp, deadline) => this.#negotiate(offerSdp, deadline),
      onFailed: (state) => this.#end(`media connection ${state}`),
      onKeyframeRequest: (layer) => this.lowLayer.keyframeRequested(layer),
    });
    this.lowLayer = new LowLayer({
      media: this.media,
      onWatched: options.onWatched,
      requestKeyframe: options.onKeyframeRequest,
    });
    this.lowLayer.setViewerCount(this.#viewers.size);
    signal.on('closed', (reason) => this.#end(reason));
    signal.on('message', (message) => this.#onMessage(message));
  }

  /**
   * Joins the room and connects for media. When a camera comes, only its tracks need announcing.
   * @throws LiveKitRefusal when LiveKit refuses
   * @throws Error when LiveKit cannot be reached, or media does not connect within 5 s
   */
  static async join(options: RoomConnectionOptions): Promise<RoomConnection> {
    const { signal, join } = await LiveKitSignal.join(options.url, options.token);
    const connection = new RoomConnection(signal, join.otherParticipants, options);
    try {
      await connection.media.connect(AbortSignal.timeout(connectTimeoutMs));
    } catch (error) {
      connection.#end('no connection for media');
      throw error;
    }
    return connection;
  }

  /**
   * Publishes the camera's tracks; once per stay.
   * @throws Error when LiveKit does not answer within 5 s
   */
  async publish(format: PublicationFormat): Promise<void> {
    const deadline = AbortSignal.timeout(connectTimeoutMs);
    const requests = trackRequests(format);
    const published = requests.map(({ cid }) =>
      this.#nextMessage(
        'trackPublished',
        (message) => (message.case === 'trackPublished' && message.value.cid === cid ? message.value : undefined),
        deadline,
      ),
    );
    for (const value of requests) this.#signal.send({ case: 'addTrack', value });
    const tracks = await Promise.all(published);
    this.#videoTrackSid = tracks.find(({ cid }) => cid === videoTrackId)?.track?.sid ?? '';
    await this.media.publish(format, deadline);
    this.lowLayer.published();
  }

  /**
   * Announces the video's size from its next keyframe on. Browsers and LiveKit read it from the keyframe itself; this
   * is for later viewers.
   */
  resize({ video }: PublicationFormat): void {
    if (!video || !this.#videoTrackSid) return;
    const value = new UpdateLocalVideoTrack({ trackSid: this.#videoTrackSid, ...video });
    this.#signal.send({ case: 'updateVideoTrack', value });
  }

  /**
   * Whether anybody may hear the audio: LiveKit says only which video is watched. Participants may ask for audio at any
   * time; hidden ones, such as recorders, show by watching video.
   */
  get isHeard(): boolean {
    return this.#viewers.size > 0 || this.lowLayer.isWatched;
  }

  /** Leaves the room, which viewers see at once. */
  async leave(): Promise<void> {
    this.#signal.send({ case: 'leave', value: new LeaveRequest({ reason: DisconnectReason.CLIENT_INITIATED }) });
    this.#end('left');
    await this.closed;
  }

  #end(reason: string, isReplaced = false): void {
    this.lowLayer.close();
    // First, because closing the connection announces a failure.
    this.#close({ reason, isReplaced });
    this.#signal.close();
    this.media.close();
  }

  #negotiate(offerSdp: string, deadline: AbortSignal): Promise<string> {
    const answer = this.#nextMessage(
      'answer',
      (message) => (message.case === 'answer' ? message.value.sdp : undefined),
      deadline,
    );
    this.#signal.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp: offerSdp }) });
    return answer;
  }

  #onMessage(message: Incoming): void {
    switch (message.case) {
      case 'trickle':
        if (message.value.target === SignalTarget.PUBLISHER) this.media.addCandidate(message.value.candidateInit);
        return;
      case 'subscribedQualityUpdate':
        this.lowLayer.setWatched(watchedLayers(message.value));
        return;
      case 'update':
        for (const participant of message.value.participants) this.#onParticipant(participant);
        return;
      case 'leave': {
        const { reason } = message.value;
        const isReplaced = reason === DisconnectReason.DUPLICATE_IDENTITY;
        this.#end(`LiveKit ended the connection (${DisconnectReason[reason]})`, isReplaced);
        return;
      }
      default:
        return;
    }
  }

  #onParticipant(participant: ParticipantInfo): void {
    if (!isViewer(participant)) return;
    if (participant.state === ParticipantInfo_State.DISCONNECTED) this.#viewers.delete(participant.sid);
    else if (!this.#viewers.has(participant.sid)) {
      this.#viewers.add(participant.sid);
      this.#options.onViewerJoined();
    }
    this.lowLayer.setViewerCount(this.#viewers.size);
  }

  /** The first message for which `pick` returns something. */
  #nextMessage<Value>(what: string, pick: (message: Incoming) => Value | undefined, deadline: AbortSignal) {
    return new Promise<Value>((resolve, reject) => {
      const onMessage = (message: Incoming) => {
        const value = pick(message);
        if (value === undefined) return;
        this.#signal.off('message', onMessage);
        resolve(value);
      };
      this.#signal.on('message', onMessage);
      deadline.addEventListener('abort', () => reject(new Error(`LiveKit sent no ${what} within 5 s`)));
      void this.closed.then(({ reason }) => reject(new Error(reason)));
    });
  }
}

const isViewer = ({ permission }: ParticipantInfo): boolean => permission?.canSubscribe ?? false;

/** Which layers somebody watches, according to LiveKit. */
function watchedLayers({ subscribedCodecs, subscribedQualities }: SubscribedQualityUpdate): Record<Layer, boolean> {
  const qualities = subscribedCodecs[0]?.qualities ?? subscribedQualities;
  const isEnabled = (quality: VideoQuality) => qualities.some((other) => other.enabled && other.quality === quality);
  return {
    low: isEnabled(VideoQuality.LOW),
    source: isEnabled(VideoQuality.MEDIUM) || isEnabled(VideoQuality.HIGH),
  };
}
