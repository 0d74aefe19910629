import {
  DisconnectReason,
  LeaveRequest,
  type ParticipantInfo,
  ParticipantInfo_State,
  SessionDescription,
  SignalTarget,
  TrackType,
  TrickleRequest,
  UpdateSubscription,
  UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol';
import {
  type MediaStreamTrack,
  RTCPeerConnection,
  type RTCSessionDescriptionInit,
  RtcpSrPacket,
  type RtpPacket,
} from 'werift';
import type { Logger } from '@/lib/platform/log';
import { takenOver } from '../../livekit/join-failure';
import { type Incoming, LiveKitSignal } from '../../livekit/livekit-signal';
import { h264, opus } from '../../livekit/rtp-formats';
import { prepareSrtpKeys } from '../../livekit/srtp-keys';
import type { SenderTimes, TrackKind } from './track-times';

const trackTypes: Record<TrackKind, TrackType> = { video: TrackType.VIDEO, audio: TrackType.AUDIO };
const trackKinds: TrackKind[] = ['video', 'audio'];

export interface PhoneSubscriptionOptions {
  url: string;
  token: string;
  /** The phone's participant identity; tracks of nobody else are taken. */
  identity: string;
  log: Logger;
  receiver: PhoneReceiver;
}

/** Takes what a phone sends. */
export interface PhoneReceiver {
  /** The phone publishes a track, which is subscribed to. */
  addTrack(kind: TrackKind): void;
  addPacket(kind: TrackKind, packet: RtpPacket): void;
  addReport(kind: TrackKind, times: SenderTimes): void;
}

/**
 * One stay in a LiveKit room, as a subscriber of one phone. It waits for the phone's tracks, and ends when one of them
 * does. Its owner then joins again, so that a phone that comes back meets a fresh connection.
 */
export class PhoneSubscription {
  /**
   * Settles when the stay is over, with the reason in words.
   * @throws WorkerFault when another worker has taken the place
   */
  readonly ended: Promise<string>;
  readonly #options: PhoneSubscriptionOptions;
  readonly #signal: LiveKitSignal;
  readonly #connection: RTCPeerConnection;
  readonly #sids: Record<TrackKind, string | null> = { video: null, audio: null };
  #phoneSid: string | null = null;
  #settle: { resolve: (reason: string) => void; reject: (error: Error) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  #video: MediaStreamTrack | null = null;

  private constructor(signal: LiveKitSignal, options: PhoneSubscriptionOptions) {
    this.#signal = signal;
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#connection = this.#connect();
    signal.on('closed', (reason) => this.#end(reason));
    signal.on('message', (message) => this.#onMessage(message));
  }

  /**
   * Joins the room that the token is for.
   * @throws LiveKitRefusal when LiveKit refuses
   * @throws Error when LiveKit cannot be reached
   */
  static async join(options: PhoneSubscriptionOptions): Promise<PhoneSubscription> {
    const { signal, join } = await LiveKitSignal.join(options.url, options.token);
    const subscription = new PhoneSubscription(signal, options);
    for (const participant of join.otherParticipants) subscription.#onParticipant(participant);
    return subscription;
  }

  /** Asks the phone for a keyframe. @returns false before its video comes */
  requestKeyframe(): boolean {
    const ssrc = this.#video?.ssrc;
    const receiver = this.#connection.getTransceivers().find(({ kind }) => kind === 'video')?.receiver;
    if (ssrc === undefined || !receiver) return false;
    void receiver.sendRtcpPLI(ssrc);
    return true;
  }

  /** Leaves the room. */
  leave(): void {
    this.#signal.send({ case: 'leave', value: new LeaveRequest({ reason: DisconnectReason.CLIENT_INITIATED }) });
    this.#end('left');
  }

  #end(reason: string): void {
    this.#settle.resolve(reason);
    this.#signal.close();
    this.#connection.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'phone: the connection for media did not close');
    });
  }

  #connect(): RTCPeerConnection {
    const { receiver } = this.#options;
    const connection = new RTCPeerConnection({
      iceServers: [],
      iceUseIpv6: false,
      iceAdditionalHostAddresses: ['127.0.0.1'],
      codecs: { video: [h264], audio: [opus] },
    });
    prepareSrtpKeys(connection);
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'failed') this.#end('the connection for media failed');
    });
    connection.onIceCandidate.subscribe((candidate) => {
      if (!candidate) return;
      const candidateInit = JSON.stringify(candidate.toJSON());
      const value = new TrickleRequest({ candidateInit, target: SignalTarget.SUBSCRIBER });
      this.#signal.send({ case: 'trickle', value });
    });
    connection.onTrack.subscribe((track) => {
      const kind: TrackKind = track.kind === 'audio' ? 'audio' : 'video';
      track.onReceiveRtp.subscribe((packet) => receiver.addPacket(kind, packet));
      track.onReceiveRtcp.subscribe((packet) => {
        if (packet instanceof RtcpSrPacket) receiver.addReport(kind, packet.senderInfo);
      });
      if (kind === 'video') this.#video = track;
    });
    return connection;
  }

  #onMessage(message: Incoming): void {
    switch (message.case) {
      case 'update':
        for (const participant of message.value.participants) this.#onParticipant(participant);
        return;
      case 'offer':
        this.#answer({ type: 'offer', sdp: message.value.sdp }).catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'phone: offer not usable');
          this.#end('an offer could not be answered');
        });
        return;
      case 'trickle':
        if (message.value.target === SignalTarget.SUBSCRIBER) this.#addCandidate(message.value.candidateInit);
        return;
      case 'leave': {
        const { reason } = message.value;
        if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.#settle.reject(takenOver());
        this.#end(`LiveKit ended the connection (${DisconnectReason[reason]})`);
        return;
      }
      default:
        return;
    }
  }

  #onParticipant(participant: ParticipantInfo): void {
    if (participant.identity !== this.#options.identity) return;
    const why = this.#whyOver(participant);
    if (why !== null) this.#end(why);
    // The update about a phone's former stay may come late.
    else if (participant.state !== ParticipantInfo_State.DISCONNECTED) {
      this.#phoneSid = participant.sid;
      this.#subscribeMissing(participant);
    }
  }

  /** @returns why this stay serves the phone no longer; null while it does */
  #whyOver({ sid, state, tracks }: ParticipantInfo): string | null {
    const subscribed = trackKinds.filter((kind) => this.#sids[kind] !== null);
    if (subscribed.length === 0) return null;
    const isGone = state === ParticipantInfo_State.DISCONNECTED;
    if (sid !== this.#phoneSid) return isGone ? null : 'the phone has come anew';
    if (isGone) return 'the phone has left';
    const ended = subscribed.find((kind) => !tracks.some((track) => track.sid === this.#sids[kind]));
    return ended ? `the phone has ended its ${ended}` : null;
  }

  #subscribeMissing({ tracks }: ParticipantInfo): void {
    for (const kind of trackKinds) {
      const track = tracks.find(({ type }) => type === trackTypes[kind]);
      if (track && this.#sids[kind] === null) this.#subscribe(kind, track.sid);
    }
  }

  #subscribe(kind: TrackKind, trackSid: string): void {
    this.#sids[kind] = trackSid;
    const trackSids = [trackSid];
    this.#signal.send({ case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe: true }) });
    if (kind === 'video') {
      const value = new UpdateTrackSettings({ trackSids, quality: VideoQuality.HIGH });
      this.#signal.send({ case: 'trackSetting', value });
    }
    this.#options.receiver.addTrack(kind);
  }

  async #answer(offer: RTCSessionDescriptionInit): Promise<void> {
    const connection = this.#connection;
    await connection.setRemoteDescription(offer);
    await connection.setLocalDescription(await connection.createAnswer());
    const { sdp = '' } = connection.localDescription ?? {};
    this.#signal.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp }) });
  }

  #addCandidate(candidateInit: string): void {
    const init: { candidate?: string } = JSON.parse(candidateInit);
    // werift speaks ICE over UDP only.
    if (!init.candidate || / tcp /i.test(init.candidate)) return;
    this.#connection.addIceCandidate(init).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'phone: candidate not usable');
    });
  }
}
