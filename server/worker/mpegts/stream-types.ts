/* What the streams of a program are (ISO/IEC 13818-1, 2.4.4.9 and 2.6). */

export type VideoCodec = 'h264' | 'hevc' | 'mpeg2video';
export type AudioCodec = 'aac' | 'aac_latm' | 'mp2' | 'ac3' | 'eac3' | 'opus';

export interface VideoStream {
  pid: number;
  kind: 'video';
  codec: VideoCodec;
}

export interface AudioStream {
  pid: number;
  kind: 'audio';
  codec: AudioCodec;
}

export type ElementaryStream = VideoStream | AudioStream;

const registrationTag = 0x05;

/**
 * What a stream of a program map table is.
 * @param streamType table 2-34, with the registrations of ATSC A/53 (0x81, 0x87) and of DVB (EN 300 468: 0x06)
 * @returns null for what this product does not know
 */
export function elementaryStream(pid: number, streamType: number, descriptors: Buffer): ElementaryStream | null {
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
    default:
      return null;
  }
}

/** By the descriptors of DVB, or by a format identifier. */
function privateStream(pid: number, descriptors: Buffer): ElementaryStream | null {
  for (let offset = 0; offset + 2 <= descriptors.length; offset += 2 + descriptors.readUInt8(offset + 1)) {
    const tag = descriptors.readUInt8(offset);
    if (tag === 0x6a) return { pid, kind: 'audio', codec: 'ac3' };
    if (tag === 0x7a) return { pid, kind: 'audio', codec: 'eac3' };
    if (tag !== registrationTag) continue;
    const format = descriptors.toString('latin1', offset + 2, offset + 6);
    if (format === 'Opus') return { pid, kind: 'audio', codec: 'opus' };
    if (format === 'AC-3') return { pid, kind: 'audio', codec: 'ac3' };
    if (format === 'EAC3') return { pid, kind: 'audio', codec: 'eac3' };
    if (format === 'HEVC') return { pid, kind: 'video', codec: 'hevc' };
  }
  return null;
}
