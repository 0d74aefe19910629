import { randomInt } from 'node:crypto';
import {
  GenericNack,
  type RtcpPacket,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
  RtpHeader,
} from 'werift';

/** How many sent packets are kept for NACK: about a second of 4 Mbit/s video. */
const historyPackets = 512;
/** Maximum payload, because a packet must fit into 1,280 bytes. */
const maxPayloadBytes = 1280;
/** Interval between capture times; receivers interpolate. */
const captureTimeIntervalTicks = 45_000;

/** Encrypts packets and sends them at once. */
export interface RtpTransport {
  sendRtp(payload: Buffer, header: RtpHeader): Promise<number>;
}

export interface RtpStreamOptions {
  ssrc: number;
  payloadType: number;
  clockRateHz: number;
  /** Header extensions of every packet: id and value (RFC 8285). */
  extensions: { id: number; payload: Buffer }[];
  /** The id of abs-capture-time; undefined omits capture times. */
  captureTimeId?: number;
}

interface SentPacket {
  sequenceNumber: number;
  timestamp: number;
  marker: boolean;
  bytes: number;
}

/** One RTP stream (one SSRC): numbers, stamps and counts packets, and keeps them for retransmission (RFC 3550). */
export class RtpStream {
  #transport: RtpTransport;
  #options: RtpStreamOptions;
  #sequenceNumber = randomInt(0, 2 ** 15);
  #timestampOffset = randomInt(0, 2 ** 32);
  #packetCount = 0;
  #octetCount = 0;
  #captureTimeTicks = Number.NEGATIVE_INFINITY;
  /** The latest payloads, indexed by packet number. As separate objects they would outlive V8's young generation. */
  #payloads = Buffer.allocUnsafeSlow(historyPackets * maxPayloadBytes);
  #history: SentPacket[] = [];

  constructor(transport: RtpTransport, options: RtpStreamOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  get ssrc(): number {
    return this.#options.ssrc;
  }

  get hasSent(): boolean {
    return this.#packetCount > 0;
  }

  /**
   * Sends the payloads of one access unit or audio frame; the last packet carries the marker.
   * @param ticks the media clock's time, 90 kHz
   * @param captureMs when it was captured, milliseconds since 1970; null when unknown
   */
  send(payloads: Buffer[], ticks: number, captureMs: number | null): void {
    const captureTime = this.#captureTime(ticks, captureMs);
    const timestamp = this.#timestamp(ticks);
    for (const [index, payload] of payloads.entries()) {
      this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff;
      this.#packetCount++;
      this.#octetCount += payload.length;
      const marker = index === payloads.length - 1;
      const packet = { sequenceNumber: this.#sequenceNumber, timestamp, marker, bytes: payload.length };
      this.#remember(packet, payload);
      const header = this.#header(packet);
      if (index === 0 && captureTime) header.extensions = [...header.extensions, captureTime];
      void this.#transport.sendRtp(payload, header);
    }
  }

  /** Resends what a receiver says that it misses of this stream. Other packets ask for nothing. */
  answerNack(packet: RtcpPacket): void {
    if (!(packet instanceof RtcpTransportLayerFeedback) || !(packet.feedback instanceof GenericNack)) return;
    const { mediaSourceSsrc, lost } = packet.feedback;
    if (mediaSourceSsrc === this.ssrc) this.retransmit(lost);
  }

  /** Resends the packets that a receiver misses, if still kept (RFC 4585, 6.2.1). */
  retransmit(sequenceNumbers: number[]): void {
    for (const sequenceNumber of sequenceNumbers) {
      const place = sequenceNumber % historyPackets;
      const packet = this.#history[place];
      if (packet?.sequenceNumber !== sequenceNumber) continue;
      const start = place * maxPayloadBytes;
      void this.#transport.sendRtp(this.#payloads.subarray(start, start + packet.bytes), this.#header(packet));
    }
  }

  /**
   * @param nowMs milliseconds since 1970
   * @param ticks the media clock's time at that moment, 90 kHz
   */
  senderReport(nowMs: number, ticks: number): RtcpSrPacket {
    return new RtcpSrPacket({
      ssrc: this.ssrc,
      senderInfo: new RtcpSenderInfo({
        ntpTimestamp: ntpTimestamp(nowMs),
        rtpTimestamp: this.#timestamp(ticks),
        packetCount: this.#packetCount >>> 0,
        octetCount: this.#octetCount >>> 0,
      }),
    });
  }

  #captureTime(ticks: number, captureMs: number | null): { id: number; payload: Buffer } | null {
    const { captureTimeId: id } = this.#options;
    if (id === undefined || captureMs === null) return null;
    const sinceLastTicks = ticks - this.#captureTimeTicks;
    if (sinceLastTicks >= 0 && sinceLastTicks < captureTimeIntervalTicks) return null;
    this.#captureTimeTicks = ticks;
    const payload = Buffer.alloc(8);
    payload.writeBigUInt64BE(ntpTimestamp(captureMs));
    return { id, payload };
  }

  #remember(packet: SentPacket, payload: Buffer): void {
    const place = packet.sequenceNumber % historyPackets;
    payload.copy(this.#payloads, place * maxPayloadBytes);
    this.#history[place] = packet;
  }

  #header({ sequenceNumber, timestamp, marker }: SentPacket): RtpHeader {
    return new RtpHeader({
      payloadType: this.#options.payloadType,
      sequenceNumber,
      timestamp,
      marker,
      ssrc: this.ssrc,
      extension: this.#options.extensions.length > 0,
      extensionProfile: 0xbede,
      extensions: this.#options.extensions,
    });
  }

  #timestamp(ticks: number): number {
    const units = Math.round((ticks * this.#options.clockRateHz) / 90_000);
    return (this.#timestampOffset + units) >>> 0;
  }
}

/** Seconds from 1900 (NTP) to 1970 (Unix). */
const ntpEpochSeconds = 2_208_988_800;

/** @param unixMs milliseconds since 1970 @returns seconds since 1900, 32.32 bits (RFC 5905, 6) */
function ntpTimestamp(unixMs: number): bigint {
  const seconds = Math.floor(unixMs / 1000);
  const fraction = Math.floor((unixMs / 1000 - seconds) * 2 ** 32);
  return (BigInt(seconds + ntpEpochSeconds) << 32n) | BigInt(fraction);
}
