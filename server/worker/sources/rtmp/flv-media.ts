import type { MuxedAudio, MuxedVideo } from '@/lib/media/mpegts/mpegts-muxer';

/*
 * The bodies of RTMP's audio and video messages: FLV tags (Adobe, "Video File Format", E.4) and those of enhanced RTMP
 * (Veovera, "Enhanced RTMP (V2)").
 */

export interface FlvVideo {
  codec: MuxedVideo;
  kind: 'config' | 'frame';
  isKeyframe: boolean;
  /** From decoding to showing, in milliseconds. */
  compositionMs: number;
  data: Buffer;
}

export type FlvAudioCodec = MuxedAudio | 'opus' | 'unsupported';

export interface FlvAudio {
  codec: FlvAudioCodec;
  kind: 'config' | 'frame';
  data: Buffer;
}

/** FLV's codec ids; 12 is what Chinese encoders use for HEVC. */
const videoCodecs: Record<number, MuxedVideo> = {
  2: 'flv1',
  4: 'vp6',
  5: 'vp6',
  7: 'h264',
  8: 'vp8',
  12: 'hevc',
  13: 'av1',
};
const videoFourCcs: Record<string, MuxedVideo> = {
  avc1: 'h264',
  hvc1: 'hevc',
  av01: 'av1',
  vp08: 'vp8',
  vp09: 'vp9',
  vvc1: 'vvc',
};
const audioFormats: Record<number, FlvAudioCodec> = { 2: 'mp3', 10: 'aac', 14: 'mp3' };
const audioFourCcs: Record<string, FlvAudioCodec> = {
  Opus: 'opus',
  mp4a: 'aac',
  '.mp3': 'mp3',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
};

const keyframe = 1;
const commandFrame = 5;
const extendedAudio = 9;
const packet = {
  sequenceStart: 0,
  codedFrames: 1,
  codedFramesX: 3,
  multitrack: 5,
  videoMultitrack: 6,
  modEx: 7,
} as const;
/** How many tracks a message has; several have lengths. */
const manyTracks = { one: 0, many: 1, manyCodecs: 2 } as const;

/**
 * Reads a video message.
 * @returns null for what shows nothing: ends, commands, metadata, further tracks
 * @throws RangeError when it is cut
 */
export function readFlvVideo(body: Buffer): FlvVideo | null {
  const first = body.readUInt8(0);
  const frameType = (first >> 4) & 0x07;
  if ((first & 0x80) === 0) return readClassicVideo(body, first & 0x0f, frameType);
  const found = readEnhanced(body, packet.videoMultitrack);
  const codec = videoFourCcs[found.fourCc];
  if (frameType === commandFrame || !codec) return null;
  const isKeyframe = frameType === keyframe;
  const { type, data } = found;
  if (type === packet.sequenceStart) return { codec, kind: 'config', isKeyframe, compositionMs: 0, data };
  if (type === packet.codedFramesX) return { codec, kind: 'frame', isKeyframe, compositionMs: 0, data };
  if (type !== packet.codedFrames) return null;
  const hasTime = codec === 'h264' || codec === 'hevc' || codec === 'vvc';
  const compositionMs = hasTime ? data.readIntBE(0, 3) : 0;
  return { codec, kind: 'frame', isKeyframe, compositionMs, data: data.subarray(hasTime ? 3 : 0) };
}

function readClassicVideo(body: Buffer, codecId: number, frameType: number): FlvVideo | null {
  const codec = videoCodecs[codecId];
  if (!codec || frameType === commandFrame) return null;
  const isKeyframe = frameType === keyframe;
  if (codec !== 'h264' && codec !== 'hevc') {
    return { codec, kind: 'frame', isKeyframe, compositionMs: 0, data: body.subarray(1) };
  }
  const type = body.readUInt8(1);
  if (type > 1) return null;
  const kind = type === 0 ? 'config' : 'frame';
  return { codec, kind, isKeyframe, compositionMs: body.readIntBE(2, 3), data: body.subarray(5) };
}

/**
 * Reads an audio message.
 * @returns null for what is not heard: ends, channel layouts, further tracks
 * @throws RangeError when it is cut
 */
export function readFlvAudio(body: Buffer): FlvAudio | null {
  const format = body.readUInt8(0) >> 4;
  if (format !== extendedAudio) {
    const codec = audioFormats[format] ?? 'unsupported';
    if (codec !== 'aac') return { codec, kind: 'frame', data: body.subarray(1) };
    return { codec, kind: body.readUInt8(1) === 0 ? 'config' : 'frame', data: body.subarray(2) };
  }
  const { type, fourCc, data } = readEnhanced(body, packet.multitrack);
  const codec = audioFourCcs[fourCc] ?? 'unsupported';
  if (type === packet.sequenceStart) return { codec, kind: 'config', data };
  return type === packet.codedFrames ? { codec, kind: 'frame', data } : null;
}

/** The first track of an enhanced tag, without its modifiers. */
function readEnhanced(body: Buffer, multitrack: number): { type: number; fourCc: string; data: Buffer } {
  let type = body.readUInt8(0) & 0x0f;
  let offset = 1;
  while (type === packet.modEx) {
    const short = body.readUInt8(offset++) + 1;
    const size = short === 256 ? body.readUInt16BE(offset) + 1 : short;
    offset += (short === 256 ? 2 : 0) + size;
    type = body.readUInt8(offset++) & 0x0f;
  }
  const fourCcAt = (at: number): string => {
    body.readUInt32BE(at);
    return body.toString('latin1', at, at + 4);
  };
  if (type !== multitrack) return { type, fourCc: fourCcAt(offset), data: body.subarray(offset + 4) };
  const kinds = body.readUInt8(offset++);
  const fourCc = fourCcAt(offset);
  // The codec stands before the track's number in each kind.
  offset += 4;
  const id = body.readUInt8(offset++);
  const isOne = kinds >> 4 === manyTracks.one;
  const end = isOne ? body.length : offset + 3 + body.readUIntBE(offset, 3);
  const data = body.subarray(isOne ? offset : offset + 3, end);
  // A further track of its own message is not taken.
  return { type: id === 0 ? kinds & 0x0f : multitrack, fourCc, data };
}
