import { splitAnnexB } from '../codecs/annex-b';
import type { AudioCodec } from '../codecs/audio-decoder';
import type { VideoCodec } from '../codecs/video-decoder';

/* The types of a program's streams (ISO/IEC 13818-1, 2.4.4.9 and 2.6). */

export interface VideoStream {
  pid: number;
  kind: 'video';
  codec: VideoCodec;
}

export interface AudioStream {
  pid: number;
  kind: 'audio';
  codec: AudioCodec;
  /** The program map's code (ISO 639-2), such as `eng`. */
  language?: string | undefined;
}

export type ElementaryStream = VideoStream | AudioStream;

/** Video or audio that the program map names, but that cannot be decoded here. */
export interface UnsupportedStream {
  pid: number;
  kind: 'unsupported';
  media: 'video' | 'audio';
  /** The name as people write it. */
  name: string;
}

const registrationTag = 0x05;
const languageTag = 0x0a;

const unsupportedTypes: Record<number, Omit<UnsupportedStream, 'pid' | 'kind'>> = {
  16: { media: 'video', name: 'MPEG-4 Visual' },
  33: { media: 'video', name: 'JPEG 2000' },
  45: { media: 'audio', name: 'MPEG-H' },
  50: { media: 'video', name: 'JPEG XS' },
  51: { media: 'video', name: 'VVC' },
  66: { media: 'video', name: 'AVS' },
  209: { media: 'video', name: 'Dirac' },
  210: { media: 'video', name: 'AVS2' },
  234: { media: 'video', name: 'VC-1' },
};
const unsupportedFormats: Record<string, Omit<UnsupportedStream, 'pid' | 'kind'>> = {
  AV01: { media: 'video', name: 'AV1' },
  VP08: { media: 'video', name: 'VP8' },
  VP09: { media: 'video', name: 'VP9' },
  FLV1: { media: 'video', name: 'Sorenson H.263' },
  VP6F: { media: 'video', name: 'VP6' },
  'VC-1': { media: 'video', name: 'VC-1' },
  drac: { media: 'video', name: 'Dirac' },
  'AC-4': { media: 'audio', name: 'AC-4' },
};

/**
 * Identifies a stream of a program map table.
 * @param streamType table 2-34, with the registrations of ATSC A/53 (0x81, 0x87) and of DVB (EN 300 468: 0x06)
 * @returns null for an unknown type, and for neither video nor audio
 */
export function elementaryStream(
  pid: number,
  streamType: number,
  descriptors: Buffer,
): ElementaryStream | UnsupportedStream | null {
  const stream = streamOfType(pid, streamType, descriptors);
  if (stream?.kind === 'audio') stream.language = languageOf(descriptors);
  return stream;
}

function streamOfType(
  pid: number,
  streamType: number,
  descriptors: Buffer,
): ElementaryStream | UnsupportedStream | null {
  switch (streamType) {
    case 0x1b:
      return { pid, kind: 'video', codec: 'h264' };
    case 0x24:
      return { pid, kind: 'video', codec: 'hevc' };
    case 0x01:
    case 0x02:
      return { pid, kind: 'video', codec: 'mpeg2video' };
    case 0x03:
    case 0x04:
      return { pid, kind: 'audio', codec: 'mp2' };
    case 0x0f:
      return { pid, kind: 'audio', codec: 'aac' };
    case 0x11:
      return { pid, kind: 'audio', codec: 'aac_latm' };
    case 0x81:
      return { pid, kind: 'audio', codec: 'ac3' };
    case 0x87:
      return { pid, kind: 'audio', codec: 'eac3' };
    case 0x06:
      return privateStream(pid, descriptors);
    default: {
      const unsupported = unsupportedTypes[streamType];
      return unsupported ? { pid, kind: 'unsupported', ...unsupported } : null;
    }
  }
}

/** The first language of ISO_639_language_descriptor (2.6.18). */
function languageOf(descriptors: Buffer): string | undefined {
  for (const { tag, content } of eachDescriptor(descriptors)) {
    const language = tag === languageTag ? content.toString('latin1', 0, 3).toLowerCase() : '';
    if (/^[a-z]{3}$/.test(language) && language !== 'und') return language;
  }
  return undefined;
}

function* eachDescriptor(descriptors: Buffer): Generator<{ tag: number; content: Buffer }> {
  for (let offset = 0; offset + 2 <= descriptors.length; offset += 2 + descriptors.readUInt8(offset + 1)) {
    const end = offset + 2 + descriptors.readUInt8(offset + 1);
    yield { tag: descriptors.readUInt8(offset), content: descriptors.subarray(offset + 2, end) };
  }
}

/** Identifies a private stream by DVB's descriptors, or by a format identifier. */
function privateStream(pid: number, descriptors: Buffer): ElementaryStream | UnsupportedStream | null {
  for (const { tag, content } of eachDescriptor(descriptors)) {
    if (tag === 0x6a) return { pid, kind: 'audio', codec: 'ac3' };
    if (tag === 0x7a) return { pid, kind: 'audio', codec: 'eac3' };
    if (tag === 0x7b) return { pid, kind: 'audio', codec: 'dts' };
    if (tag !== registrationTag) continue;
    const format = content.toString('latin1', 0, 4);
    if (format === 'Opus') return { pid, kind: 'audio', codec: 'opus' };
    if (format === 'AC-3') return { pid, kind: 'audio', codec: 'ac3' };
    if (format === 'EAC3') return { pid, kind: 'audio', codec: 'eac3' };
    if (format === 'BSSD') return { pid, kind: 'audio', codec: 's302m' };
    if (/^DTS[123]$/.test(format)) return { pid, kind: 'audio', codec: 'dts' };
    if (format === 'HEVC') return { pid, kind: 'video', codec: 'hevc' };
    const unsupported = unsupportedFormats[format];
    if (unsupported) return { pid, kind: 'unsupported', ...unsupported };
  }
  return null;
}

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
