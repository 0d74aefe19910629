import { RTCPeerConnection, type RTCRtpCodecParameters, type RTCRtpTransceiver, type RtcpPacket } from 'werift';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import { type HostRights, mayPullFrom } from '@/lib/core/pull-networks';
import { h264, opus } from '../../livekit/rtp-formats';
import { prepareSrtpKeys } from '../../livekit/srtp-keys';
import { packetizeH264 } from '../room/publish/packetize-h264';
import { RtpStream } from '../room/publish/rtp-stream';
import { DestinationFault } from './destination-fault';
import type { Push } from './push';
import { payloadType, withAllowedCandidates } from './whip-answer';
import { callWhip } from './whip-call';
import type { WhipPicture } from './whip-media';

/** From the answer to media that flows. */
const mediaTimeoutMs = 8_000;
const reportIntervalMs = 1_000;
/** Receivers report several times in this time. One that has fallen silent is gone, though nothing says so. */
const silentAfterMs = 10_000;
const rtpHeaderBytes = 12;

export interface WhipRights {
  rights: HostRights;
  /** The media clock's time of a moment, for what the receiver needs to keep lips in sync. */
  ticksAt(wallMs: number): number;
}

/** A connection that publishes by WHIP (RFC 9725). */
export class WhipPush implements Push {
  readonly ended: Promise<never>;
  readonly behindMs = 0;
  readonly droppedFrames = 0;
  readonly #connection: RTCPeerConnection;
  readonly #task: DestinationTask;
  readonly #options: WhipRights;
  #fail: (fault: DestinationFault) => void = () => undefined;
  #video: RtpStream | null = null;
  #audio: RtpStream | null = null;
  #location: URL | null = null;
  #needsKeyframe = true;
  #sentBytes = 0;
  #heardMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(task: DestinationTask, options: WhipRights) {
    this.#task = task;
    this.#options = options;
    this.#connection = new RTCPeerConnection({
      iceServers: [],
      // A server on this machine may listen only on the loopback interface.
      iceAdditionalHostAddresses: mayPullFrom('127.0.0.1', options.rights.networks) ? ['127.0.0.1'] : [],
      bundlePolicy: 'max-bundle',
      headerExtensions: { video: [], audio: [] },
      codecs: { video: [h264], audio: [opus] },
    });
    prepareSrtpKeys(this.#connection);
    this.ended = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Its failure is heard of by those who wait for it.
    this.ended.catch(() => undefined);
  }

  /** Calls the server, and waits until media can flow. @throws DestinationFault */
  static async open(task: DestinationTask, options: WhipRights): Promise<WhipPush> {
    const push = new WhipPush(task, options);
    try {
      await push.#open();
      return push;
    } catch (error) {
      push.close();
      throw error;
    }
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Takes the camera's next frame. */
  addPicture({ nals, isKeyframe, ticks }: WhipPicture): void {
    if (this.#needsKeyframe && !isKeyframe) return;
    this.#needsKeyframe = false;
    this.#send(this.#video, packetizeH264(nals), ticks);
  }

  addSound(frame: Buffer, ticks: number): void {
    if (!this.#needsKeyframe) this.#send(this.#audio, [frame], ticks);
  }

  /** Data is missing: it goes on at the next keyframe. */
  interrupt(): void {
    this.#needsKeyframe = true;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#video = null;
    this.#audio = null;
    const { address, key: token } = this.#task;
    const location = this.#location;
    this.#location = null;
    if (location) {
      const isSameOrigin = location.origin === new URL(address).origin;
      const call = { method: 'DELETE', token: isSameOrigin ? token : null, sdp: null } as const;
      // A server that is gone needs no goodbye.
      callWhip(location, call, this.#options.rights).catch(() => undefined);
    }
    this.#connection.close().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const connection = this.#connection;
    const video = connection.addTransceiver('video', { direction: 'sendonly' });
    const audio = connection.addTransceiver('audio', { direction: 'sendonly' });
    await connection.setLocalDescription(await connection.createOffer());
    const { rights } = this.#options;
    const { address, key: token } = this.#task;
    const sdp = connection.localDescription?.sdp ?? '';
    const answer = await callWhip(new URL(address), { method: 'POST', token, sdp }, rights);
    this.#location = answer.location;
    const videoType = payloadType(answer.sdp, 'video', 'H264');
    if (videoType === null) throw new DestinationFault('refused', 'no H.264');
    const connected = new Promise<void>((resolve) => {
      connection.connectionStateChange.subscribe((state) => {
        if (state === 'connected') resolve();
        else if (['failed', 'closed', 'disconnected'].includes(state)) this.#fail(new DestinationFault('closed'));
      });
    });
    await connection.setRemoteDescription({ type: 'answer', sdp: await withAllowedCandidates(answer.sdp, rights) });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DestinationFault('no_media')), mediaTimeoutMs);
    });
    try {
      await Promise.race([connected, this.ended, late]);
    } finally {
      clearTimeout(timer);
    }
    const audioType = payloadType(answer.sdp, 'audio', 'opus');
    this.#video = rtpStream(video, h264, videoType);
    this.#audio = audioType === null ? null : rtpStream(audio, opus, audioType);
    const transport = video.sender.dtlsTransport;
    transport.onRtcp.subscribe((packet) => this.#onRtcp(packet));
    // A server that ends the publication says so, and the connection's own state does not tell.
    transport.onStateChange.subscribe((state) => {
      if (state !== 'connected') this.#fail(new DestinationFault('closed'));
    });
    this.#timer = setInterval(() => this.#report(), reportIntervalMs);
  }

  #send(stream: RtpStream | null, payloads: Buffer[], ticks: number): void {
    if (!stream || payloads.length === 0) return;
    const isFirst = !stream.hasSent;
    stream.send(payloads, ticks, null);
    for (const payload of payloads) this.#sentBytes += payload.length + rtpHeaderBytes;
    if (isFirst) this.#report();
  }

  /** Tells the receiver how the streams' times relate, and ends where it says nothing any more. */
  #report(): void {
    const transport = this.#connection.getTransceivers()[0]?.sender.dtlsTransport;
    const streams = [this.#video, this.#audio].filter((stream) => stream?.hasSent);
    if (!transport || streams.length === 0) return;
    const nowMs = Date.now();
    const ticks = this.#options.ticksAt(nowMs);
    transport
      .sendRtcp(streams.flatMap((stream) => stream?.senderReport(nowMs, ticks) ?? []))
      .catch(() => this.#fail(new DestinationFault('closed')));
    if (this.#heardMs !== null && performance.now() - this.#heardMs > silentAfterMs) {
      this.#fail(new DestinationFault('stalled'));
    }
  }

  #onRtcp(packet: RtcpPacket): void {
    this.#heardMs = performance.now();
    this.#video?.answerNack(packet);
    this.#audio?.answerNack(packet);
  }
}

const rtpStream = (
  { sender }: RTCRtpTransceiver,
  { clockRate }: RTCRtpCodecParameters,
  payloadType: number,
): RtpStream =>
  new RtpStream(sender.dtlsTransport, { ssrc: sender.ssrc, payloadType, clockRateHz: clockRate, extensions: [] });
