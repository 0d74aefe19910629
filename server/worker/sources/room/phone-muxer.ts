import type { RtpPacket } from 'werift';
import { addTicks } from '@/lib/core/timestamp33';
import type { FaultLog } from '../../control/fault-log';
import { RateLimit } from '../../control/rate-limit';
import { RestartPause } from '../../control/restart-pause';
import { joinAnnexB } from '../../media/codecs/annex-b';
import { nalType, nalTypeOf } from '../../media/codecs/h264';
import { ParameterSets } from '../../media/codecs/parameter-sets';
import { MpegTsMuxer } from '../../media/mpegts/mpegts-muxer';
import { packetBytes } from '../../media/mpegts/ts-packet';
import type { SourceFeed } from '../source';
import { AccessUnitAssembler } from './access-unit-assembler';
import { OpusToAac } from './opus-to-aac';
import { ReorderBuffer } from './reorder-buffer';
import { type SenderTimes, type TrackKind, TrackTimes } from './track-times';

/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const bytesPerKilobit = 125;
const delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);

export interface PhoneMuxerOptions {
  feed: SourceFeed;
  /** A phone that exceeds this is lost for the feed. */
  maxBitrateKbps: number;
  faults: FaultLog;
  /** The phone exceeds its bitrate limit, or no longer does (null). */
  onExcess(kbps: number | null): void;
  onKeyframe(): void;
  onDamaged(): void;
}

/** Makes the MPEG-TS of an SRT camera from the RTP packets of one stay of a phone. */
export class PhoneMuxer {
  readonly #options: PhoneMuxerOptions;
  readonly #muxer = new MpegTsMuxer();
  readonly #times = new TrackTimes();
  readonly #order = { video: new ReorderBuffer(), audio: new ReorderBuffer() };
  readonly #parameterSets = new ParameterSets();
  readonly #assembler: AccessUnitAssembler;
  readonly #bitrate: RateLimit;
  readonly #audioPause = new RestartPause();
  #aac: OpusToAac | undefined;
  #tracks = { video: false, audio: false };
  #isConnected = false;
  #isBeyond = false;

  constructor(options: PhoneMuxerOptions) {
    this.#options = options;
    this.#bitrate = new RateLimit(options.maxBitrateKbps * bytesPerKilobit);
    this.#assembler = new AccessUnitAssembler({
      onAccessUnit: (nals, timestamp) => this.#addAccessUnit(nals, timestamp),
      onLoss: () => {
        this.#muxer.noteLoss('video');
        options.onDamaged();
      },
    });
  }

  /** The phone publishes a track, which is subscribed to. */
  addTrack(kind: TrackKind): void {
    this.#tracks = { video: this.#tracks.video || kind === 'video', audio: this.#tracks.audio || kind === 'audio' };
    this.#muxer.setTracks(this.#tracks);
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#options.feed.connected();
  }

  addPacket(kind: TrackKind, packet: RtpPacket): void {
    if (!this.#isConnected) return;
    this.#limit(packet.payload.length);
    if (this.#isBeyond) return;
    const ordered = this.#order[kind].push(packet);
    if (kind === 'video') {
      this.#assembler.push(ordered);
      return;
    }
    if (ordered.followsLoss) this.#muxer.noteLoss('audio');
    for (const { header, payload } of ordered.packets) {
      if (payload.length > 0) this.#addOpus(payload, header.timestamp);
    }
  }

  addReport(kind: TrackKind, times: SenderTimes): void {
    // All browsers pair the first sample of an Opus packet with the time at which the packet was sent, after its last one
    // (libwebrtc, ChannelSend::SendRtpAudio).
    this.#times.addReport(kind, kind === 'audio' ? { ...times, lateMs: this.#aac?.packetMs } : times);
  }

  /** The phone's tracks have ended. */
  close(): void {
    if (this.#isConnected && !this.#isBeyond) this.#options.feed.lost();
    if (this.#isBeyond) this.#options.onExcess(null);
    this.#isConnected = false;
    this.#aac?.close();
    this.#aac = undefined;
  }

  #limit(bytes: number): void {
    const wasBeyond = this.#isBeyond;
    this.#isBeyond = this.#bitrate.add(bytes);
    if (this.#isBeyond === wasBeyond) return;
    const { feed, onExcess } = this.#options;
    if (this.#isBeyond) feed.lost();
    else feed.connected();
    onExcess(this.#isBeyond ? Math.round(this.#bitrate.perSecond / bytesPerKilobit) : null);
  }

  #addAccessUnit(nals: Buffer[], timestamp: number): void {
    const ticks = this.#times.ticks('video', timestamp);
    const unit = this.#parameterSets.complete(nals);
    const data = joinAnnexB([delimiter, ...unit.nals.filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter)]);
    this.#send(this.#muxer.accessUnit('video', data, addTicks(0, ticks), unit.isKeyframe));
    if (unit.isIdr) this.#options.onKeyframe();
  }

  #addOpus(opus: Buffer, timestamp: number): void {
    const ticks = this.#times.ticks('audio', timestamp);
    if (!this.#audioPause.isOver) return;
    try {
      this.#aac ??= new OpusToAac((adts, frameTicks) => {
        this.#send(this.#muxer.accessUnit('audio', adts, addTicks(0, frameTicks), true));
      });
      if (!this.#aac.push(opus, ticks)) this.#muxer.noteLoss('audio');
    } catch (error) {
      this.#options.faults.add('audio', error);
      this.#aac?.close();
      this.#aac = undefined;
      this.#audioPause.begin();
    }
  }

  #send(packets: Buffer): void {
    for (let offset = 0; offset < packets.length; offset += datagramBytes) {
      this.#options.feed.addDatagram(packets.subarray(offset, offset + datagramBytes));
    }
  }
}
