import {
  DisconnectReason,
  LeaveRequest,
  type ParticipantInfo,
  ParticipantTracks,
  SessionDescription,
  SignalTarget,
  TrackType,
  TrickleRequest,
  UpdateSubscription,
  UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol';
import {
  type RTCIceServer,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCSessionDescriptionInit,
  RtcpSrPacket,
  type RtpPacket,
} from 'werift';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { type Incoming, LiveKitSignal } from '@/server/worker/livekit/livekit-signal';

export type Kind = 'video' | 'audio';

export interface RoomViewerHandlers {
  onRtp(kind: Kind, packet: RtpPacket): void;
  /** LiveKit has renewed the token. */
  onToken?(token: string): void;
  /** LiveKit tells of somebody else in the room. */
  onParticipant?(participant: ParticipantInfo): void;
}

export interface ViewerOptions {
  url: string;
  token: string;
  quality?: VideoQuality;
  /**
   * Takes media by LiveKit's TURN server alone, as in a network that blocks all else. It is reached at the address that this
   * makes of the one that LiveKit tells.
   */
  relayAddress?: (told: string) => string;
}

const clockRateHz = { video: 90_000, audio: 48_000 } as const;

/**
 * A viewer without a browser. Subscribes to everything in an event's room, video at full size. Hands out RTP packets as
 * they arrive, with their wall-clock time from LiveKit's sender reports.
 */
export class RoomViewer {
  #handlers: RoomViewerHandlers;
  #signal: LiveKitSignal;
  #quality: VideoQuality;
  /** Relays that the viewer must use; none: it is reached as it is. */
  #relays: RTCIceServer[];
  #connection: RTCPeerConnection | undefined;
  #isClosed = false;
  #subscribed = new Set<string>();
  #videoSids = new Set<string>();
  #reports = new Map<Kind, RtcpSrPacket['senderInfo']>();

  private constructor(
    signal: LiveKitSignal,
    quality: VideoQuality,
    relays: RTCIceServer[],
    handlers: RoomViewerHandlers,
  ) {
    this.#signal = signal;
    this.#quality = quality;
    this.#relays = relays;
    this.#handlers = handlers;
    signal.on('message', (message) => this.#onMessage(message));
  }

  /**
   * Joins the room that a token is for.
   * @throws Error when LiveKit cannot be reached or refuses, or names no relay where only a relay may be used
   */
  static async join(
    { url, token, quality = VideoQuality.HIGH, relayAddress }: ViewerOptions,
    handlers: RoomViewerHandlers,
  ): Promise<RoomViewer> {
    const { signal, join } = await LiveKitSignal.join(url, token);
    const relays = relayAddress
      ? join.iceServers.flatMap(({ urls, username, credential }) =>
          urls.map((told) => ({ urls: relayAddress(told), username, credential })),
        )
      : [];
    if (relayAddress && relays.length === 0) throw new Error('LiveKit names no TURN server');
    const viewer = new RoomViewer(signal, quality, relays, handlers);
    for (const participant of join.otherParticipants) viewer.#onParticipant(participant);
    return viewer;
  }

  /** Joins the room of an event with a token of this test's own. @throws Error as {@link RoomViewer.join} */
  static async joinEvent(
    eventId: string,
    handlers: RoomViewerHandlers,
    quality: VideoQuality = VideoQuality.HIGH,
  ): Promise<RoomViewer> {
    const token = mintViewerToken(eventId, `viewer-${newId()}`);
    return RoomViewer.join({ url: livekitEnv().LIVEKIT_URL, token, quality }, handlers);
  }

  /**
   * The capture time of this RTP timestamp, by the latest sender report: milliseconds since 1970, on one clock for
   * video and audio (RFC 3550 6.4.1). Null before the first report.
   */
  wallMs(kind: Kind, rtpTimestamp: number): number | null {
    const report = this.#reports.get(kind);
    if (!report) return null;
    const ntp = report.ntpTimestamp;
    const reportMs = (Number(ntp >> 32n) - 2_208_988_800) * 1000 + (Number(ntp & 0xffffffffn) * 1000) / 2 ** 32;
    return reportMs + ((rtpTimestamp - report.rtpTimestamp) | 0) / (clockRateHz[kind] / 1000);
  }

  /** How the media comes; null before it does. */
  get candidateTypes(): { local: string; remote: string } | null {
    const pair = this.#connection?.iceTransports[0]?.connection.nominated;
    return pair ? { local: pair.localCandidate.type, remote: pair.remoteCandidate.type } : null;
  }

  /** Asks LiveKit for tracks, whether it has told of them or not. */
  demand(participant: Pick<ParticipantInfo, 'sid' | 'tracks'>): void {
    const trackSids = participant.tracks.map(({ sid }) => sid);
    const participantTracks = [new ParticipantTracks({ participantSid: participant.sid, trackSids })];
    const value = new UpdateSubscription({ trackSids, participantTracks, subscribe: true });
    this.#signal.send({ case: 'subscription', value });
  }

  /** Asks LiveKit for another quality of all videos. */
  setQuality(quality: VideoQuality): void {
    this.#quality = quality;
    const settings = new UpdateTrackSettings({ trackSids: [...this.#videoSids], quality });
    this.#signal.send({ case: 'trackSetting', value: settings });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Without it LiveKit waits for this viewer to reconnect.
    this.#signal.send({ case: 'leave', value: new LeaveRequest({ reason: DisconnectReason.CLIENT_INITIATED }) });
    this.#signal.close();
    await this.#connection?.close();
  }

  #onParticipant(participant: ParticipantInfo): void {
    this.#handlers.onParticipant?.(participant);
    this.#subscribe(participant);
  }

  #subscribe({ tracks }: ParticipantInfo): void {
    const trackSids = tracks.map(({ sid }) => sid).filter((sid) => !this.#subscribed.has(sid));
    if (trackSids.length === 0) return;
    for (const sid of trackSids) this.#subscribed.add(sid);
    this.#signal.send({ case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe: true }) });
    const videoSids = tracks.filter(({ type }) => type === TrackType.VIDEO).map(({ sid }) => sid);
    for (const sid of videoSids) this.#videoSids.add(sid);
    const settings = new UpdateTrackSettings({ trackSids: videoSids, quality: this.#quality });
    if (videoSids.length > 0) this.#signal.send({ case: 'trackSetting', value: settings });
  }

  #onMessage(message: Incoming): void {
    if (message.case === 'update') {
      for (const participant of message.value.participants) this.#onParticipant(participant);
    } else if (message.case === 'refreshToken') {
      this.#handlers.onToken?.(message.value);
    } else if (message.case === 'offer') {
      // An offer may come just as the viewer leaves.
      this.#answer({ type: 'offer', sdp: message.value.sdp }).catch((error: unknown) => {
        if (!this.#isClosed) throw error;
      });
    } else if (message.case === 'trickle' && message.value.target === SignalTarget.SUBSCRIBER) {
      const init: { candidate?: string } = JSON.parse(message.value.candidateInit);
      if (init.candidate && !/ tcp /i.test(init.candidate)) void this.#connection?.addIceCandidate(init);
    }
  }

  async #answer(offer: RTCSessionDescriptionInit): Promise<void> {
    const connection = this.#connection ?? this.#connect();
    await connection.setRemoteDescription(offer);
    await connection.setLocalDescription(await connection.createAnswer());
    const { sdp = '' } = connection.localDescription ?? {};
    this.#signal.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp }) });
  }

  #connect(): RTCPeerConnection {
    const connection = new RTCPeerConnection({
      iceServers: this.#relays,
      iceTransportPolicy: this.#relays.length > 0 ? 'relay' : 'all',
      // The certificates of tests are nobody's.
      turnTlsOptions: { rejectUnauthorized: false },
      iceUseIpv6: false,
      iceAdditionalHostAddresses: ['127.0.0.1'],
      codecs: { video: [h264], audio: [opus] },
    });
    this.#connection = connection;
    connection.onIceCandidate.subscribe((candidate) => {
      if (!candidate) return;
      const candidateInit = JSON.stringify(candidate.toJSON());
      const value = new TrickleRequest({ candidateInit, target: SignalTarget.SUBSCRIBER });
      this.#signal.send({ case: 'trickle', value });
    });
    connection.onTrack.subscribe((track) => {
      const kind: Kind = track.kind === 'audio' ? 'audio' : 'video';
      track.onReceiveRtp.subscribe((packet) => this.#handlers.onRtp(kind, packet));
      track.onReceiveRtcp.subscribe((packet) => {
        if (packet instanceof RtcpSrPacket) this.#reports.set(kind, packet.senderInfo);
      });
    });
    return connection;
  }
}

const h264 = new RTCRtpCodecParameters({
  mimeType: 'video/H264',
  clockRate: clockRateHz.video,
  payloadType: 96,
  rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
});

const opus = new RTCRtpCodecParameters({
  mimeType: 'audio/opus',
  clockRate: clockRateHz.audio,
  channels: 2,
  payloadType: 111,
});
