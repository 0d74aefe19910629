import { randomInt } from 'node:crypto';
import {
  AddTrackRequest,
  DisconnectReason,
  LeaveRequest,
  type ParticipantInfo,
  ParticipantInfo_State,
  SessionDescription,
  SignalTarget,
  SimulcastCodec,
  TrackSource,
  TrackType,
  VideoLayer,
  VideoQuality,
} from '@livekit/protocol';
import {
  GenericNack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  type RtcpPacket,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift';
import type { Logger } from '@/lib/platform/log';
import type { MediaClock } from '../media-clock';
import { type Layer, layerFormats, type Size } from '../transcode/layer-format';
import { type Incoming, LiveKitSignal } from './livekit-signal';
import { RtpStream } from './rtp-stream';
import { headerExtensionId, toSimulcastOffer } from './simulcast-offer';

/** What a publication announces. It cannot change: for another format, join anew. */
export interface PublicationFormat {
  video: Size | null;
  hasAudio: boolean;
}

export interface RoomConnectionOptions {
  url: string;
  token: string;
  clock: MediaClock;
  log: Logger;
  /** Which layers to send: those that somebody watches (LiveKit's dynacast), and all of them at the beginning. */
  onWatched(watched: Record<Layer, boolean>): void;
  /** Someone came into the room who may be about to watch. */
  onViewerJoined(): void;
  /** A viewer of this layer needs a keyframe. */
  onKeyframeRequest(layer: Layer): void;
}

const connectTimeoutMs = 5_000;
const senderReportIntervalMs = 1_000;
/** LiveKit knows a layer once it has seen it, and says nothing while nobody watches: so long both are shown to it. */
const introductionMs = 3_000;
/**
 * LiveKit asks for a keyframe when it begins to send to a viewer, whose browser drops what comes before it has taken
 * LiveKit's answer. What the browser asks for then, LiveKit asks of the layer that it aims at, which is the camera's own:
 * that would come with the camera's next keyframe. So the small picture has another one so long after each request.
 */
const keyframeAgainAfterMs = [100, 300, 700];
const videoTrackId = 'camera';
const audioTrackId = 'microphone';
const midUri = 'urn:ietf:params:rtp-hdrext:sdes:mid';
const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';

/** One stay in a LiveKit room, from joining to leaving. It never reconnects: its owner joins anew. */
export class RoomConnection {
  /** Settles once, with the reason in words, when the stay is over for whatever reason. */
  readonly closed: Promise<string>;
  #close: (reason: string) => void = () => undefined;
  #signal: LiveKitSignal;
  #options: RoomConnectionOptions;
  #connection: RTCPeerConnection;
  #video: Record<Layer, RtpStream> | undefined;
  #audio: RtpStream | undefined;
  #reportTimer: NodeJS.Timeout | undefined;
  #introductionTimer: NodeJS.Timeout | undefined;
  #keyframeTimers: NodeJS.Timeout[] = [];
  #viewers: Set<string>;
  #isWatched = false;

  private constructor(signal: LiveKitSignal, participants: ParticipantInfo[], options: RoomConnectionOptions) {
    this.#signal = signal;
    this.#viewers = new Set(participants.filter(isViewer).map(({ sid }) => sid));
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.#connection = new RTCPeerConnection({
      iceServers: [],
      iceUseIpv6: false,
      // A LiveKit server on this machine may listen on the loopback interface alone.
      iceAdditionalHostAddresses: ['127.0.0.1'],
      bundlePolicy: 'max-bundle',
      // Sound is known by its SSRC. With the mid, too, it would give that extension a second id, and LiveKit would look
      // for the layers' mid under either (RFC 8843 7.1.3 wants one).
      headerExtensions: { video: [headerExtension(midUri), headerExtension(ridUri)], audio: [] },
      codecs: { video: [h264], audio: [opus] },
    });
    signal.on('closed', (reason) => this.#end(reason));
    signal.on('message', (message) => this.#onMessage(message));
  }

  /**
   * Joins the room, and connects for media: when a camera comes, its tracks have only to be announced.
   * @throws Error when LiveKit cannot be reached or refuses, or no connection for media comes about within 5 s
   */
  static async join(options: RoomConnectionOptions): Promise<RoomConnection> {
    const { signal, join } = await LiveKitSignal.join(options.url, options.token);
    const session = new RoomConnection(signal, join.otherParticipants, options);
    try {
      await session.#connect();
    } catch (error) {
      session.#end('no connection for media');
      throw error;
    }
    return session;
  }

  /**
   * Publishes the camera's tracks; once per stay.
   * @throws Error when LiveKit does not answer within 5 s
   */
  async publish(format: PublicationFormat): Promise<void> {
    const deadline = AbortSignal.timeout(connectTimeoutMs);
    const requests = [
      ...(format.video ? [videoTrackRequest(format.video)] : []),
      ...(format.hasAudio ? [audioTrackRequest()] : []),
    ];
    const published = requests.map(({ cid }) =>
      this.#nextMessage(
        'trackPublished',
        (message) => (message.case === 'trackPublished' && message.value.cid === cid ? message.value : undefined),
        deadline,
      ),
    );
    for (const value of requests) this.#signal.send({ case: 'addTrack', value });
    await Promise.all(published);

    const connection = this.#connection;
    const video = format.video ? connection.addTransceiver('video', { direction: 'sendonly' }) : undefined;
    const audio = format.hasAudio ? connection.addTransceiver('audio', { direction: 'sendonly' }) : undefined;
    const sdp = await this.#negotiate(deadline);
    if (video) {
      const stream = (rid: Layer) => this.#rtpStream(video, sdp, 'video', h264, rid);
      this.#video = { q: stream('q'), h: stream('h') };
    }
    if (audio) this.#audio = this.#rtpStream(audio, sdp, 'audio', opus);
    const transport = (video ?? audio)?.sender.dtlsTransport;
    transport?.onRtcp.subscribe((packet) => this.#onRtcp(packet));
    this.#reportTimer = setInterval(() => this.#sendReports(), senderReportIntervalMs);
    this.#setWatched({ q: true, h: true });
    this.#introductionTimer = setTimeout(() => this.#setWatched({ q: false, h: false }), introductionMs);
  }

  /**
   * Whether there may be somebody to hear the sound. LiveKit tells of watched pictures alone; who is in the room may ask
   * for sound at any time, and who is hidden from us, as a recorder is, watches a picture.
   */
  get isHeard(): boolean {
    return this.#viewers.size > 0 || this.#isWatched;
  }

  /** Sends one picture of a layer. Silently nothing before the tracks are published. @param ticks 90 kHz media clock */
  sendVideo(layer: Layer, payloads: Buffer[], ticks: number): void {
    this.#send(this.#video?.[layer], payloads, ticks);
  }

  /** Sends one Opus frame. */
  sendAudio(payload: Buffer, ticks: number): void {
    this.#send(this.#audio, [payload], ticks);
  }

  /** Leaves the room, so that viewers see it at once. */
  async leave(): Promise<void> {
    this.#signal.send({ case: 'leave', value: new LeaveRequest({ reason: DisconnectReason.CLIENT_INITIATED }) });
    this.#end('left');
    await this.closed;
  }

  #setWatched(watched: Record<Layer, boolean>): void {
    this.#isWatched = watched.q || watched.h;
    this.#options.onWatched(watched);
  }

  #send(stream: RtpStream | undefined, payloads: Buffer[], ticks: number): void {
    if (!stream) return;
    const isFirst = !stream.hasSent;
    stream.send(payloads, ticks);
    // Without a report LiveKit cannot relate the layers, nor a browser sound and picture.
    if (isFirst) this.#sendReports();
  }

  #end(reason: string): void {
    clearInterval(this.#reportTimer);
    clearTimeout(this.#introductionTimer);
    for (const timer of this.#keyframeTimers) clearTimeout(timer);
    this.#video = undefined;
    this.#audio = undefined;
    this.#signal.close();
    void this.#connection.close();
    this.#close(reason);
  }

  /** A channel that nothing is sent by is what there is to connect for before a camera has said what it sends. */
  async #connect(): Promise<void> {
    const deadline = AbortSignal.timeout(connectTimeoutMs);
    const connection = this.#connection;
    connection.createDataChannel('_reliable');
    const connected = new Promise<void>((resolve, reject) => {
      deadline.addEventListener('abort', () => reject(new Error('No connection for media within 5 s')));
      connection.connectionStateChange.subscribe((state) => {
        if (state === 'connected') resolve();
        if (state === 'failed' || state === 'closed') {
          reject(new Error(`The connection for media ${state}`));
          this.#end(`media connection ${state}`);
        }
      });
    });
    // Both at once, so that neither is left to reject unheard.
    await Promise.all([this.#negotiate(deadline), connected]);
  }

  /** Offers what there is to send by now, and takes LiveKit's answer. @returns the offer */
  async #negotiate(deadline: AbortSignal): Promise<string> {
    const connection = this.#connection;
    await connection.setLocalDescription(await connection.createOffer());
    const sdp = toSimulcastOffer(connection.localDescription?.sdp ?? '', { video: videoTrackId, audio: audioTrackId });
    const answered = this.#nextMessage(
      'answer',
      (message) => (message.case === 'answer' ? message.value : undefined),
      deadline,
    );
    this.#signal.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
    await connection.setRemoteDescription({ type: 'answer', sdp: (await answered).sdp });
    return sdp;
  }

  #rtpStream(
    transceiver: RTCRtpTransceiver,
    sdp: string,
    kind: 'audio' | 'video',
    codec: RTCRtpCodecParameters,
    rid?: Layer,
  ): RtpStream {
    const extensions: { id: number; payload: Buffer }[] = [];
    const midId = headerExtensionId(sdp, kind, midUri);
    const ridId = headerExtensionId(sdp, kind, ridUri);
    if (midId !== undefined) extensions.push({ id: midId, payload: Buffer.from(transceiver.mid ?? '') });
    if (ridId !== undefined && rid) extensions.push({ id: ridId, payload: Buffer.from(rid) });
    return new RtpStream(transceiver.sender.dtlsTransport, {
      // Layers are announced by rid; what has none is known by the SSRC that the offer names.
      ssrc: rid ? randomInt(1, 2 ** 32) : transceiver.sender.ssrc,
      payloadType: codec.payloadType,
      clockRateHz: codec.clockRate,
      extensions: extensions.sort((a, b) => a.id - b.id),
    });
  }

  #streams(): RtpStream[] {
    return [this.#video?.q, this.#video?.h, this.#audio].filter((stream) => stream !== undefined);
  }

  #sendReports(): void {
    const transport = this.#connection.getTransceivers()[0]?.sender.dtlsTransport;
    const streams = this.#streams().filter((stream) => stream.hasSent);
    if (!transport || streams.length === 0) return;
    void transport.sendRtcp(streams.map((stream) => stream.senderReport((ticks) => this.#options.clock.wallMs(ticks))));
  }

  #onRtcp(packet: RtcpPacket): void {
    if (packet instanceof RtcpPayloadSpecificFeedback) {
      // Picture loss and full intra requests alike.
      const feedback: unknown = packet.feedback;
      if (typeof feedback !== 'object' || feedback === null || !('mediaSsrc' in feedback)) return;
      if (feedback.mediaSsrc === this.#video?.q.ssrc) this.#sendSmallKeyframes();
      if (feedback.mediaSsrc === this.#video?.h.ssrc) this.#options.onKeyframeRequest('h');
    } else if (packet instanceof RtcpTransportLayerFeedback && packet.feedback instanceof GenericNack) {
      const { mediaSourceSsrc, lost } = packet.feedback;
      this.#streams()
        .find((stream) => stream.ssrc === mediaSourceSsrc)
        ?.retransmit(lost);
    }
  }

  #sendSmallKeyframes(): void {
    for (const timer of this.#keyframeTimers) clearTimeout(timer);
    this.#options.onKeyframeRequest('q');
    this.#keyframeTimers = keyframeAgainAfterMs.map((ms) => setTimeout(() => this.#options.onKeyframeRequest('q'), ms));
  }

  #onMessage(message: Incoming): void {
    switch (message.case) {
      case 'trickle': {
        if (message.value.target !== SignalTarget.PUBLISHER) return;
        const init: { candidate?: string } = JSON.parse(message.value.candidateInit);
        // werift speaks ICE over UDP only.
        if (!init.candidate || / tcp /i.test(init.candidate)) return;
        this.#connection.addIceCandidate(init).catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'room: candidate not usable');
        });
        return;
      }
      case 'subscribedQualityUpdate': {
        const qualities = message.value.subscribedCodecs[0]?.qualities ?? message.value.subscribedQualities;
        clearTimeout(this.#introductionTimer);
        const isEnabled = (quality: VideoQuality) => qualities.some((q) => q.enabled && q.quality === quality);
        this.#setWatched({
          q: isEnabled(VideoQuality.LOW),
          h: isEnabled(VideoQuality.MEDIUM) || isEnabled(VideoQuality.HIGH),
        });
        return;
      }
      case 'update':
        for (const participant of message.value.participants) {
          if (!isViewer(participant)) continue;
          const isGone = participant.state === ParticipantInfo_State.DISCONNECTED;
          if (isGone) this.#viewers.delete(participant.sid);
          else if (!this.#viewers.has(participant.sid)) {
            this.#viewers.add(participant.sid);
            this.#options.onViewerJoined();
          }
        }
        return;
      case 'leave':
        this.#end(`LiveKit ended the session (${DisconnectReason[message.value.reason]})`);
        return;
      default:
        return;
    }
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
      void this.closed.then((reason) => reject(new Error(reason)));
    });
  }
}

const headerExtension = (uri: string) => new RTCRtpHeaderExtensionParameters({ uri });

const h264 = new RTCRtpCodecParameters({
  mimeType: 'video/H264',
  clockRate: 90_000,
  payloadType: 96,
  rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
});

const opus = new RTCRtpCodecParameters({
  mimeType: 'audio/opus',
  clockRate: 48_000,
  channels: 2,
  payloadType: 111,
  parameters: 'minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1',
});

function videoTrackRequest({ width, height }: Size): AddTrackRequest {
  const { sizeFor, bitrateBps } = layerFormats.q;
  const low = sizeFor({ width, height });
  const layers = [
    new VideoLayer({ quality: VideoQuality.LOW, ...low, bitrate: bitrateBps(low, 30) }),
    new VideoLayer({ quality: VideoQuality.MEDIUM, width, height, bitrate: 4_000_000 }),
  ];
  return new AddTrackRequest({
    cid: videoTrackId,
    name: 'camera',
    type: TrackType.VIDEO,
    source: TrackSource.CAMERA,
    width,
    height,
    layers,
    simulcastCodecs: [new SimulcastCodec({ codec: 'video/h264', cid: videoTrackId, layers })],
  });
}

function audioTrackRequest(): AddTrackRequest {
  return new AddTrackRequest({
    cid: audioTrackId,
    name: 'microphone',
    type: TrackType.AUDIO,
    source: TrackSource.MICROPHONE,
    stereo: true,
    disableDtx: true,
    disableRed: true,
  });
}

const isViewer = ({ permission }: ParticipantInfo): boolean => permission?.canSubscribe ?? false;
