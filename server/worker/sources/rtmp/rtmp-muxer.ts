import { messageType, type RtmpMessage } from '@/lib/core/rtmp/chunk-stream';
import { addTicks, ticksPerMs } from '@/lib/core/timestamp33';
import { type AacConfig, adtsFrame } from '@/lib/media/codecs/adts';
import { joinAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf, ParameterSets } from '@/lib/media/codecs/h264';
import { isHevcParameterSet } from '@/lib/media/codecs/hevc';
import { MpegTsMuxer, type MuxedAudio, type MuxedTracks, type MuxedVideo } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import type { FaultLog } from '../../control/fault-log';
import { OpusToAac } from '../room/opus-to-aac';
import { type NalConfig, readAacConfig, readAvcConfig, readHevcConfig, splitLengths } from './codec-config';
import { type FlvAudio, type FlvVideo, readFlvAudio, readFlvVideo } from './flv-media';

/** Limit of a message: a keyframe of a camera at its highest bitrate. */
export const maxRtmpMessageBytes = 16 * 1024 * 1024;
/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const h264Delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);
const hevcDelimiter = Buffer.from([0x46, 0x01, 0x50]);
const isHevcDelimiter = (nal: Buffer): boolean => nal[0] === hevcDelimiter[0];

/** Makes the MPEG-TS of an SRT camera from the audio and video messages of one RTMP connection. */
export class RtmpMuxer {
  readonly #onDatagram: (packets: Buffer) => void;
  readonly #faults: FaultLog;
  readonly #muxer = new MpegTsMuxer();
  readonly #parameterSets = new ParameterSets();
  #tracks: MuxedTracks = { video: null, audio: null };
  #nal: NalConfig | null = null;
  #aac: AacConfig | null = null;
  #opus: OpusToAac | null = null;

  /** @param onDatagram takes whole packets, as many as encoders send by SRT at once */
  constructor(onDatagram: (packets: Buffer) => void, faults: FaultLog) {
    this.#onDatagram = onDatagram;
    this.#faults = faults;
  }

  /** Takes a message. A damaged one is left out, and the next one goes on. */
  addMessage({ type, timestamp, body }: RtmpMessage): void {
    if (body.length === 0) return;
    // 32 bits of milliseconds begin anew where 33 bits of ticks do, too.
    const ticks = addTicks(0, (timestamp * ticksPerMs) % 2 ** 33);
    try {
      if (type === messageType.video) {
        const video = readFlvVideo(body);
        if (video) this.#addVideo(video, ticks);
      } else if (type === messageType.audio) {
        const audio = readFlvAudio(body);
        if (audio) this.#addAudio(audio, ticks);
      }
    } catch (error) {
      const kind = type === messageType.video ? 'video' : 'audio';
      this.#muxer.noteLoss(kind);
      this.#faults.add(kind, error);
    }
  }

  close(): void {
    this.#opus?.close();
    this.#opus = null;
  }

  #addVideo({ codec, kind, isKeyframe, compositionMs, data }: FlvVideo, dts: number): void {
    this.#setVideo(codec);
    const hasUnits = codec === 'h264' || codec === 'hevc';
    if (kind === 'config') {
      if (hasUnits) this.#nal = codec === 'h264' ? readAvcConfig(data) : readHevcConfig(data);
      if (this.#nal && codec === 'h264') this.#parameterSets.complete(this.#nal.units);
      return;
    }
    const pts = addTicks(dts, compositionMs * ticksPerMs);
    if (!hasUnits) {
      this.#send(this.#muxer.accessUnit('video', data, pts, isKeyframe, dts));
      return;
    }
    if (!this.#nal) return;
    const nals = splitLengths(data, this.#nal.lengthBytes);
    if (nals.length === 0) return;
    const unit = codec === 'h264' ? this.#h264Unit(nals) : this.#hevcUnit(nals, isKeyframe, this.#nal);
    this.#send(this.#muxer.accessUnit('video', unit.data, pts, unit.isKeyframe, dts));
  }

  #h264Unit(nals: Buffer[]): { data: Buffer; isKeyframe: boolean } {
    const unit = this.#parameterSets.complete(nals);
    const rest = unit.nals.filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter);
    return { data: joinAnnexB([h264Delimiter, ...rest]), isKeyframe: unit.isKeyframe };
  }

  #hevcUnit(nals: Buffer[], isKeyframe: boolean, { units }: NalConfig): { data: Buffer; isKeyframe: boolean } {
    const rest = nals.filter((nal) => !isHevcDelimiter(nal));
    const sets = isKeyframe && !rest.some(isHevcParameterSet) ? units : [];
    return { data: joinAnnexB([hevcDelimiter, ...sets, ...rest]), isKeyframe };
  }

  #addAudio({ codec, kind, data }: FlvAudio, ticks: number): void {
    if (codec === 'unsupported') return;
    this.#setAudio(codec === 'opus' ? 'aac' : codec);
    if (kind === 'config') {
      if (codec === 'aac') this.#aac = readAacConfig(data);
      return;
    }
    if (codec === 'opus') {
      this.#opus ??= new OpusToAac((adts, frameTicks) => this.#sendAudio(adts, addTicks(0, frameTicks)));
      if (!this.#opus.addPacket(data, ticks)) this.#muxer.noteLoss('audio');
    } else if (codec !== 'aac') {
      this.#sendAudio(data, ticks);
    } else if (this.#aac) {
      this.#sendAudio(adtsFrame(this.#aac, data), ticks);
    }
  }

  #sendAudio(data: Buffer, ticks: number): void {
    this.#send(this.#muxer.accessUnit('audio', data, ticks, true));
  }

  #setVideo(video: MuxedVideo): void {
    if (video === this.#tracks.video) return;
    this.#nal = null;
    this.#setTracks({ video, audio: this.#tracks.audio });
  }

  #setAudio(audio: MuxedAudio): void {
    if (audio !== this.#tracks.audio) this.#setTracks({ video: this.#tracks.video, audio });
  }

  #setTracks(tracks: MuxedTracks): void {
    this.#tracks = tracks;
    this.#muxer.setTracks(tracks);
  }

  #send(packets: Buffer): void {
    for (let offset = 0; offset < packets.length; offset += datagramBytes) {
      this.#onDatagram(packets.subarray(offset, offset + datagramBytes));
    }
  }
}
