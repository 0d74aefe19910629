import type { RtpPacket } from 'werift';
import { RestartPause } from '@/lib/core/restart-pause';
import { addTicks } from '@/lib/core/timestamp33';
import { joinAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf, ParameterSets } from '@/lib/media/codecs/h264';
import { MpegTsMuxer, type MuxedTracks } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import type { FaultLog } from '../../control/fault-log';
import type { SourceFeed } from '../source';
import { AccessUnitAssembler } from './access-unit-assembler';
import type { KeyframeRequests } from './keyframe-requests';
import { OpusToAac } from './opus-to-aac';
import type { PhoneReceiver } from './phone-subscription';
import { ReorderBuffer } from './reorder-buffer';
import { type SenderTimes, type TrackKind, TrackTimes } from './track-times';

/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);

export interface PhoneMuxerOptions {
  feed: SourceFeed;
  faults: FaultLog;
  keyframes: Pick<KeyframeRequests, 'keyframeArrived' | 'damaged'>;
}

/** Makes the MPEG-TS of an SRT camera from the RTP packets of one stay of a phone. */
export class PhoneMuxer implements PhoneReceiver {
  readonly #options: PhoneMuxerOptions;
  readonly #muxer = new MpegTsMuxer();
  readonly #times = new TrackTimes();
  readonly #order = { video: new ReorderBuffer(), audio: new ReorderBuffer() };
  readonly #parameterSets = new ParameterSets();
  readonly #assembler: AccessUnitAssembler;
  readonly #audioPause = new RestartPause();
  #aac: OpusToAac | undefined;
  #tracks: MuxedTracks = { video: null, audio: null };
  #isConnected = false;

  constructor(options: PhoneMuxerOptions) {
    this.#options = options;
    this.#assembler = new AccessUnitAssembler({
      onAccessUnit: (nals, timestamp) => this.#addAccessUnit(nals, timestamp),
      onLoss: () => {
        this.#muxer.noteLoss('video');
        options.keyframes.damaged();
      },
    });
  }

  /** The phone publishes a track, which is subscribed to. */
  addTrack(kind: TrackKind): void {
    this.#tracks = Object.assign({}, this.#tracks, kind === 'video' ? { video: 'h264' } : { audio: 'aac' });
    this.#muxer.setTracks(this.#tracks);
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#options.feed.connected();
  }

  addPacket(kind: TrackKind, packet: RtpPacket): void {
    if (!this.#isConnected) return;
    const ordered = this.#order[kind].addPacket(packet);
    if (kind === 'video') {
      this.#assembler.addPackets(ordered);
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
    if (this.#isConnected) this.#options.feed.lost();
    this.#isConnected = false;
    this.#aac?.close();
    this.#aac = undefined;
  }

  #addAccessUnit(nals: Buffer[], timestamp: number): void {
    const ticks = this.#times.ticks('video', timestamp);
    const unit = this.#parameterSets.complete(nals);
    const data = joinAnnexB([delimiter, ...unit.nals.filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter)]);
    this.#send(this.#muxer.accessUnit('video', data, addTicks(0, ticks), unit.isKeyframe));
    if (unit.isIdr) this.#options.keyframes.keyframeArrived();
  }

  #addOpus(opus: Buffer, timestamp: number): void {
    const ticks = this.#times.ticks('audio', timestamp);
    if (!this.#audioPause.isOver) return;
    try {
      this.#aac ??= new OpusToAac((adts, frameTicks) => {
        this.#send(this.#muxer.accessUnit('audio', adts, addTicks(0, frameTicks), true));
      });
      if (!this.#aac.addPacket(opus, ticks)) this.#muxer.noteLoss('audio');
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
