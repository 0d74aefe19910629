import { splitAnnexB } from '../codecs/annex-b';
import type { AudioCodec, VideoCodec } from '../codecs/codec-names';
import type { ElementaryStream } from './elementary-stream';

/** H.264's profiles (A.2 and annexes F to J); a sequence parameter set begins with one. */
const h264Profiles = new Set([44, 66, 77, 83, 86, 88, 100, 110, 118, 122, 128, 138, 139, 144, 244]);

/**
 * Identifies a stream whose type the program map does not name. The first bytes of a PES packet tell: a video keyframe
 * begins with parameter sets, an audio frame with a sync word.
 * @param payload of a transport packet that starts a PES packet
 * @returns null when these bytes do not tell
 */
export function identifyStream(pid: number, payload: Buffer): ElementaryStream | null {
  if (payload.length < 10 || payload.readUIntBE(0, 3) !== 1) return null;
  const streamId = payload.readUInt8(3);
  const data = payload.subarray(9 + payload.readUInt8(8));
  // Stream ids: ISO/IEC 13818-1, table 2-22. Private streams and the extended id carry only audio.
  if (streamId >= 0xe0 && streamId <= 0xef) {
    const codec = videoCodecOf(data);
    return codec && { pid, kind: 'video', codec };
  }
  const isAudio = (streamId >= 0xc0 && streamId <= 0xdf) || streamId === 0xbd || streamId === 0xfd;
  const codec = isAudio ? audioCodecOf(data) : null;
  return codec && { pid, kind: 'audio', codec };
}

function videoCodecOf(data: Buffer): VideoCodec | null {
  if (data.length >= 4 && data.readUInt32BE(0) === 0x0000_01b3) return 'mpeg2video';
  for (const unit of splitAnnexB(data)) {
    const [first = 0, second = 0] = unit;
    const isVideoParameterSet = first === 0x40 && second === 0x01;
    if (isVideoParameterSet) return 'hevc';
    const isSequenceParameterSet = (first & 0x9f) === 0x07 && (first & 0x60) !== 0;
    if (isSequenceParameterSet && h264Profiles.has(second)) return 'h264';
  }
  return null;
}

function audioCodecOf(data: Buffer): AudioCodec | null {
  if (data.length < 6) return null;
  if (data.readUInt32BE(0) === 0x7ffe_8001) return 'dts';
  const sync = data.readUInt16BE(0);
  // The bit stream identification tells E-AC-3 (ETSI TS 102 366, E.1.3.1.6).
  if (sync === 0x0b77) return data.readUInt8(5) >> 3 > 10 ? 'eac3' : 'ac3';
  if ((sync & 0xfff6) === 0xfff0) return 'aac';
  if ((sync & 0xffe0) === 0x56e0) return 'aac_latm';
  const isMpegAudio = (sync & 0xffe0) === 0xffe0 && (sync & 0x0006) !== 0 && data.readUInt8(2) >> 4 < 0xf;
  return isMpegAudio ? 'mp2' : null;
}
