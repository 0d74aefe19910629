import type { AudioCodec, VideoCodec } from '../codecs/codec-names';

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
