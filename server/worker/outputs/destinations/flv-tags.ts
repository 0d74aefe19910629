import type { SequenceParameters } from '@/lib/media/codecs/h264';

/* The bodies of FLV's tags of H.264 and AAC (Adobe, "Video File Format", E.4), which are RTMP's messages. */

/** One message of a destination. */
export interface FlvTag {
  kind: 'video' | 'audio';
  /** When it is decoded, on the camera's timeline, in milliseconds. */
  ms: number;
  body: Buffer;
  isKeyframe: boolean;
}

const videoHead = { keyframe: 0x17, frame: 0x27 } as const;
/** AAC, and what FLV says of its rate and channels whatever they are. */
const audioHead = 0xaf;
const config = 0;
const media = 1;

/** Profiles whose configuration names the colour format as well (ISO/IEC 14496-15, 5.3.3.1). */
const highProfiles = new Set([100, 110, 122, 144, 244]);

/** The configuration that a decoder needs before the first frame. @param pps at least one */
export function avcConfigBody(sps: Buffer, pps: Buffer[], { chromaFormatIdc, bitDepth }: SequenceParameters): Buffer {
  const [profile = 0, compatibility = 0, level = 0] = sps.subarray(1, 4);
  const depth = 0xf8 | (bitDepth - 8);
  return Buffer.concat([
    Buffer.from([videoHead.keyframe, config, 0, 0, 0, 1, profile, compatibility, level, 0xff, 0xe1]),
    withLength(sps, 2),
    Buffer.from([pps.length]),
    ...pps.map((unit) => withLength(unit, 2)),
    Buffer.from(highProfiles.has(profile) ? [0xfc | chromaFormatIdc, depth, depth, 0] : []),
  ]);
}

/** A frame. @param compositionMs from decoding to showing */
export function avcFrameBody(nals: Buffer[], isKeyframe: boolean, compositionMs: number): Buffer {
  const head = Buffer.from([isKeyframe ? videoHead.keyframe : videoHead.frame, media, 0, 0, 0]);
  head.writeIntBE(compositionMs, 2, 3);
  return Buffer.concat([head, ...nals.map((nal) => withLength(nal, 4))]);
}

function withLength(unit: Buffer, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(unit.length, 0, bytes);
  return Buffer.concat([length, unit]);
}

/** The parts of an ADTS header that an AudioSpecificConfig has (ISO/IEC 14496-3, 1.6.2.1). */
export interface AacFormat {
  objectType: number;
  rateIndex: number;
  channels: number;
}

export const aacConfigBody = ({ objectType, rateIndex, channels }: AacFormat): Buffer =>
  Buffer.from([audioHead, config, (objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)]);

export const aacFrameBody = (aac: Buffer): Buffer => Buffer.concat([Buffer.from([audioHead, media]), aac]);
