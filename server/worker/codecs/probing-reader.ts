import { AV_FRAME_FLAG_INTERLACED, type AVPixelFormat } from 'node-av/constants';
import { avGetPixFmtName, FFmpegError, Frame, Packet } from 'node-av/lib';
import type { VideoCodec } from '../mpegts/mpegts-demuxer';
import { pixelAspect } from '../transcode/frame-source';
import { makeVideoDecoder, profileName } from '../transcode/video-decoder';
import { groupPictures, joinAnnexB, splitAnnexB } from './annex-b';
import type { VideoFacts } from './choose-video-mode';
import { Mpeg2PictureOrder, temporalReference } from './mpeg2-picture-order';
import type { ReadPicture, VideoReader } from './video-reader';

type ProbedCodec = Exclude<VideoCodec, 'h264'>;

/** How a codec's units are told apart. */
interface Syntax {
  /** Without these no decoder understands what follows. */
  isParameters(unit: Buffer): boolean;
  isSlice(unit: Buffer): boolean;
  /** A picture begins with this unit, where one is in hand. */
  beginsPicture(unit: Buffer, inHand: Buffer[]): boolean;
  /** A decoder that has the parameters can start with this unit's picture. */
  isEntry(unit: Buffer): boolean;
}

/** ITU-T H.265, table 7-1. */
const hevcType = (unit: Buffer): number => ((unit[0] ?? 0) >> 1) & 0x3f;
const isHevcSlice = (unit: Buffer): boolean => hevcType(unit) < 32;

const syntaxes: Record<ProbedCodec, Syntax> = {
  hevc: {
    isParameters: (unit) => hevcType(unit) >= 32 && hevcType(unit) <= 34,
    isSlice: isHevcSlice,
    // A first slice segment (7.3.6.1), parameters, a delimiter, or information for what follows.
    beginsPicture: (unit) =>
      isHevcSlice(unit) ? ((unit[2] ?? 0) & 0x80) !== 0 : hevcType(unit) <= 35 || hevcType(unit) === 39,
    isEntry: (unit) => hevcType(unit) >= 16 && hevcType(unit) <= 21,
  },
  // ISO/IEC 13818-2, table 6-1: the sequence header, and its extension.
  mpeg2video: {
    isParameters: (unit) => unit[0] === 0xb3 || (unit[0] === 0xb5 && (unit[1] ?? 0) >> 4 === 1),
    isSlice: (unit) => (unit[0] ?? 0) >= 0x01 && (unit[0] ?? 0) <= 0xaf,
    // A sequence, a group, or a picture; the second field of one has its number.
    beginsPicture(unit, inHand) {
      const reference = temporalReference(unit);
      if (reference === undefined) return unit[0] === 0xb3 || unit[0] === 0xb8;
      return inHand.map(temporalReference).find((found) => found !== undefined) !== reference;
    },
    isEntry: (unit) => unit[0] === 0xb3,
  },
};

/** A codec that no browser is sure to have. Learns what it is by decoding the first picture after new parameters. */
export class ProbingReader implements VideoReader {
  #codec: ProbedCodec;
  #syntax: Syntax;
  #order: Mpeg2PictureOrder | null;
  #parameters: Buffer[] = [];
  #facts: VideoFacts | null = null;

  constructor(codec: ProbedCodec) {
    this.#codec = codec;
    this.#syntax = syntaxes[codec];
    this.#order = codec === 'mpeg2video' ? new Mpeg2PictureOrder() : null;
  }

  get facts(): VideoFacts | null {
    return this.#facts;
  }

  get isSettled(): boolean {
    return this.#facts !== null;
  }

  read(data: Buffer): ReadPicture[] {
    const { beginsPicture, isSlice } = this.#syntax;
    const pictures = groupPictures(splitAnnexB(data), beginsPicture, isSlice);
    return pictures.map((picture) => ({
      ...this.#readPicture(picture, pictures.length === 1 ? data : null),
      place: this.#order?.placeOf(picture),
    }));
  }

  /** @param data its bytes, where they are at hand */
  #readPicture(nals: Buffer[], data: Buffer | null): ReadPicture {
    const { isParameters, isEntry } = this.#syntax;
    const found = nals.filter(isParameters);
    const areNew = found.length > 0 && !isSame(found, this.#parameters);
    if (areNew) {
      this.#parameters = found.map((unit) => Buffer.from(unit));
      this.#facts = null;
    }
    const hasParameters = this.#parameters.length > 0;
    if (!hasParameters || !nals.some(isEntry)) return { nals, isKeyframe: false, data: data ?? joinAnnexB(nals) };
    const complete = found.length > 0 ? (data ?? joinAnnexB(nals)) : joinAnnexB([...this.#parameters, ...nals]);
    this.#facts ??= probe(this.#codec, complete);
    return { nals, data: complete, isKeyframe: this.#facts !== null };
  }
}

const isSame = (a: Buffer[], b: Buffer[]): boolean =>
  a.length === b.length && a.every((unit, index) => b[index]?.equals(unit));

/** Decodes one picture. @returns null where nothing comes of it */
function probe(name: ProbedCodec, data: Buffer): VideoFacts | null {
  const { codec, decoder } = makeVideoDecoder(name, { isReordered: false, maxThreads: 1 });
  const packet = new Packet();
  const picture = new Frame();
  try {
    packet.alloc();
    picture.alloc();
    packet.data = data;
    FFmpegError.throwIfError(decoder.open2Sync(codec, null), `open the ${name} decoder`);
    decoder.sendPacketSync(packet);
    decoder.sendPacketSync(null);
    if (decoder.receiveFrameSync(picture) < 0) return null;
    return { ...factsOf(picture, decoder.pixelFormat), codec: name, profile: profileName(name, decoder.profile) };
  } finally {
    picture.free();
    packet.free();
    decoder.freeContext();
  }
}

function factsOf(picture: Frame, pixelFormat: AVPixelFormat): Omit<VideoFacts, 'codec' | 'profile'> {
  const { num, den } = pixelAspect(picture);
  const [, chroma = 'gray', depth = '8'] =
    /^(?:yuvj?(4\d\d)p|gray)(\d+)?/.exec(avGetPixFmtName(pixelFormat) ?? '') ?? [];
  return {
    ...{ width: picture.width, height: picture.height, pixelAspect: num / den },
    chroma: chroma === '420' ? '4:2:0' : chroma === '422' ? '4:2:2' : chroma === 'gray' ? '4:0:0' : '4:4:4',
    bitDepth: Number(depth),
    isInterlaced: (picture.flags & AV_FRAME_FLAG_INTERLACED) !== 0,
    // Not known by one picture, and of no account: no browser gets them.
    ...{ hasBFrames: true, hasIdr: true },
  };
}
