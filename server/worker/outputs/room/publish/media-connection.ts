import { randomInt } from 'node:crypto';
import {
  RTCPeerConnection,
  type RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  type RtcpPacket,
  RtcpPayloadSpecificFeedback,
} from 'werift';
import type { MediaClock } from '@/lib/media/media-clock';
import type { Logger } from '@/lib/platform/log';
import { captureTimeUri, h264, headerExtensions, midUri, opus, ridUri } from '../../../livekit/rtp-formats';
import { prepareSrtpKeys } from '../../../livekit/srtp-keys';
import { type Layer, layers } from '../transcode/layer-format';
import { RtpStream } from './rtp-stream';
import { headerExtensionId, rids, toSimulcastOffer } from './simulcast-offer';
import { audioTrackId, type PublicationFormat, videoTrackId } from './track-requests';

/**
 * LiveKit gives a viewer another layer only after a report of both since the viewer came. An earlier keyframe is
 * wasted, and the next one may be ten seconds away (docs/livekit.md).
 */
const senderReportIntervalMs = 200;

export interface MediaConnectionOptions {
  clock: MediaClock;
  log: Logger;
  /** Carries an offer to LiveKit. @returns its answer */
  negotiate(offerSdp: string, deadline: AbortSignal): Promise<string>;
  /** The connection is over. */
  onFailed(state: string): void;
  onKeyframeRequest(layer: Layer): void;
}

/** The WebRTC connection of a stay in a room: sends media, and hears from LiveKit how it arrives. */
export class MediaConnection {
  #options: MediaConnectionOptions;
  #connection: RTCPeerConnection;
  #streams: Partial<Record<Layer | 'audio', RtpStream>> = {};
  #reportTimer: NodeJS.Timeout | undefined;

  constructor(options: MediaConnectionOptions) {
    this.#options = options;
    this.#connection = new RTCPeerConnection({
      iceServers: [],
      iceUseIpv6: false,
      // A LiveKit server on this machine may listen only on the loopback interface.
      iceAdditionalHostAddresses: ['127.0.0.1'],
      bundlePolicy: 'max-bundle',
      headerExtensions,
      codecs: { video: [h264], audio: [opus] },
    });
    prepareSrtpKeys(this.#connection);
  }

  /**
   * Connects before there is anything to send, by means of an unused data channel.
   * @throws Error when it does not connect in time
   */
  async connect(deadline: AbortSignal): Promise<void> {
    const connection = this.#connection;
    connection.createDataChannel('_reliable');
    const connected = new Promise<void>((resolve, reject) => {
      deadline.addEventListener('abort', () => reject(new Error('No connection for media within 5 s')));
      connection.connectionStateChange.subscribe((state) => {
        if (state === 'connected') resolve();
        if (state === 'failed' || state === 'closed') {
          reject(new Error(`The connection for media ${state}`));
          this.#options.onFailed(state);
        }
      });
    });
    // Both at once, so that neither rejects unhandled.
    await Promise.all([this.#negotiate(deadline), connected]);
  }

  /** Offers the announced tracks. @throws Error when LiveKit does not answer in time */
  async publish(format: PublicationFormat, deadline: AbortSignal): Promise<void> {
    const connection = this.#connection;
    const video = format.video ? connection.addTransceiver('video', { direction: 'sendonly' }) : undefined;
    const audio = format.hasAudio ? connection.addTransceiver('audio', { direction: 'sendonly' }) : undefined;
    const sdp = await this.#negotiate(deadline);
    if (video) {
      for (const layer of layers) this.#streams[layer] = rtpStream(video, sdp, 'video', h264, rids[layer]);
    }
    if (audio) this.#streams.audio = rtpStream(audio, sdp, 'audio', opus);
    const transport = (video ?? audio)?.sender.dtlsTransport;
    transport?.onRtcp.subscribe((packet) => this.#onRtcp(packet));
    this.#reportTimer = setInterval(() => this.sendReports(), senderReportIntervalMs);
  }

  /** Adds one of LiveKit's ICE candidates, in the JSON of its signalling. */
  addCandidate(candidateInit: string): void {
    const init: { candidate?: string } = JSON.parse(candidateInit);
    // werift speaks ICE over UDP only.
    if (!init.candidate || / tcp /i.test(init.candidate)) return;
    this.#connection.addIceCandidate(init).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'room: candidate not usable');
    });
  }

  /**
   * Sends one access unit of a layer, or one Opus frame; does nothing before the tracks are published.
   * @param ticks its timestamp on the 90 kHz media clock
   * @param capturedTicks its time of capture, if that differs
   */
  send(name: Layer | 'audio', payloads: Buffer[], ticks: number, capturedTicks = ticks): void {
    const stream = this.#streams[name];
    if (!stream) return;
    const isFirst = !stream.hasSent;
    stream.send(payloads, ticks, this.#options.clock.captureMs(capturedTicks));
    // Without a report LiveKit cannot relate the layers, nor a browser audio and video.
    if (isFirst) this.sendReports();
  }

  /** Reports what was sent. Before a keyframe, viewers who came since the last report need one to change layers at it. */
  sendReports(): void {
    const transport = this.#connection.getTransceivers()[0]?.sender.dtlsTransport;
    const streams = Object.values(this.#streams).filter((stream) => stream.hasSent);
    if (!transport || streams.length === 0) return;
    const { clock, log } = this.#options;
    const nowMs = Date.now();
    transport
      .sendRtcp(streams.map((stream) => stream.senderReport(nowMs, clock.ticksAt(nowMs))))
      .catch((error: unknown) => log.warn({ err: error }, 'room: sender report not sent'));
  }

  /** Sends nothing from now on. */
  close(): void {
    clearInterval(this.#reportTimer);
    this.#streams = {};
    this.#connection.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'room: the connection for media did not close');
    });
  }

  /** Offers the current tracks, and receives LiveKit's answer. @returns the offer */
  async #negotiate(deadline: AbortSignal): Promise<string> {
    const connection = this.#connection;
    await connection.setLocalDescription(await connection.createOffer());
    const sdp = toSimulcastOffer(connection.localDescription?.sdp ?? '', { video: videoTrackId, audio: audioTrackId });
    await connection.setRemoteDescription({ type: 'answer', sdp: await this.#options.negotiate(sdp, deadline) });
    return sdp;
  }

  #onRtcp(packet: RtcpPacket): void {
    if (packet instanceof RtcpPayloadSpecificFeedback) {
      // Picture loss indications and full intra requests alike.
      const feedback: unknown = packet.feedback;
      if (typeof feedback !== 'object' || feedback === null || !('mediaSsrc' in feedback)) return;
      const { mediaSsrc } = feedback;
      const layer = layers.find((one) => this.#streams[one]?.ssrc === mediaSsrc);
      if (!layer) return;
      // For a new viewer the keyframe is wasted, unless a report of both layers precedes it.
      this.sendReports();
      this.#options.onKeyframeRequest(layer);
    } else for (const stream of Object.values(this.#streams)) stream.answerNack(packet);
  }
}

function rtpStream(
  transceiver: RTCRtpTransceiver,
  sdp: string,
  kind: 'audio' | 'video',
  codec: RTCRtpCodecParameters,
  rid?: string,
): RtpStream {
  const extensions: { id: number; payload: Buffer }[] = [];
  const midId = headerExtensionId(sdp, kind, midUri);
  const ridId = headerExtensionId(sdp, kind, ridUri);
  if (midId !== undefined) extensions.push({ id: midId, payload: Buffer.from(transceiver.mid ?? '') });
  if (ridId !== undefined && rid) extensions.push({ id: ridId, payload: Buffer.from(rid) });
  return new RtpStream(transceiver.sender.dtlsTransport, {
    // Layers are announced by rid; other streams by the SSRC in the offer.
    ssrc: rid ? randomInt(1, 2 ** 32) : transceiver.sender.ssrc,
    payloadType: codec.payloadType,
    clockRateHz: codec.clockRate,
    extensions: extensions.sort((a, b) => a.id - b.id),
    captureTimeId: headerExtensionId(sdp, kind, captureTimeUri),
  });
}
