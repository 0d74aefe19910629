import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { avGetPixFmtName, type CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { newFrame, newPacket, pixelAspect } from '../frame';
import { bytesOf, groupAccessUnits, joinAnnexB, splitAnnexB } from './annex-b';
import { HevcTime, isHevcIrap, isHevcParameterSet, isHevcSlice, repeatsHevc, startsHevcAccessUnit } from './hevc';
import {
  isMpeg2Parameters,
  isMpeg2SequenceHeader,
  isMpeg2Slice,
  Mpeg2DisplayOrder,
  repeatsMpeg2,
  startsMpeg2AccessUnit,
} from './mpeg2';
import type { ParameterLimits } from './parameter-limits';
import { makeVideoDecoder, profileName, type VideoCodec } from './video-decoder';
import type { AccessUnit, VideoFacts, VideoReader } from './video-reader';

type ProbedCodec = Exclude<VideoCodec, 'h264'>;

/** How a codec's units are recognized. */
interface Syntax {
  /** A decoder needs these first. */
  isParameters(unit: Buffer): boolean;
  isSlice(unit: Buffer): boolean;
  /** This unit begins an access unit, when there is one before it. */
  startsAccessUnit(unit: Buffer, before: Buffer[]): boolean;
  /** A decoder that has the parameters can start with this unit's access unit. */
  isEntry(unit: Buffer): boolean;
  /** See {@link AccessUnit.isUnchanged}. @param picture its units, those that are slices, and their bytes */
  repeats(picture: { nals: Buffer[]; slices: Buffer[]; sliceBytes: number; facts: VideoFacts }): boolean | undefined;
}

const syntaxes: Record<ProbedCodec, Syntax> = {
  hevc: {
    isParameters: isHevcParameterSet,
    isSlice: isHevcSlice,
    startsAccessUnit: startsHevcAccessUnit,
    isEntry: isHevcIrap,
    repeats: ({ slices, sliceBytes, facts }) => repeatsHevc(slices, sliceBytes, facts.width * facts.height),
  },
  mpeg2video: {
    isParameters: isMpeg2Parameters,
    isSlice: isMpeg2Slice,
    startsAccessUnit: startsMpeg2AccessUnit,
    isEntry: isMpeg2SequenceHeader,
    repeats: ({ nals, slices, sliceBytes }) => repeatsMpeg2(nals, slices, sliceBytes),
  },
};

/**
 * Reads a codec that not every browser plays. It learns the format by decoding the first access unit after new
 * parameters.
 */
export class ProbingReader implements VideoReader {
  #codec: ProbedCodec;
  readonly #limits: ParameterLimits;
  #syntax: Syntax;
  #order: Mpeg2DisplayOrder | null;
  #time: HevcTime | null;
  #parameters: Buffer[] = [];
  #facts: VideoFacts | null = null;
  /** Pause between decodings, which take time on this thread in proportion to the access unit's size. */
  readonly #pause: RestartPause;

  /** @param limits of the video that it hands out @param pause between two tries to decode */
  constructor(codec: ProbedCodec, limits: ParameterLimits, pause = new RestartPause()) {
    this.#codec = codec;
    this.#limits = limits;
    this.#pause = pause;
    this.#syntax = syntaxes[codec];
    this.#order = codec === 'mpeg2video' ? new Mpeg2DisplayOrder() : null;
    this.#time = codec === 'hevc' ? new HevcTime() : null;
  }

  get facts(): VideoFacts | null {
    return this.#facts;
  }

  get isSettled(): boolean {
    return this.#facts !== null;
  }

  read(data: Buffer): AccessUnit[] {
    const { startsAccessUnit, isSlice } = this.#syntax;
    const nals = splitAnnexB(data);
    if (!this.#limits.admit(nals)) return [];
    const accessUnits = groupAccessUnits(nals, startsAccessUnit, isSlice);
    return accessUnits.map((units) => this.#read(units, accessUnits.length === 1 ? data : null));
  }

  /** @param data its bytes, when they are at hand */
  #read(nals: Buffer[], data: Buffer | null): AccessUnit {
    const displayIndex = this.#order?.indexOf(nals);
    const encoderTime = this.#time?.read(nals) ?? null;
    const { isParameters, isEntry, isSlice, repeats } = this.#syntax;
    const slices = nals.filter(isSlice);
    const sliceBytes = bytesOf(slices);
    const found = nals.filter(isParameters);
    const areNew = found.length > 0 && !isSame(found, this.#parameters);
    if (areNew) {
      this.#parameters = found.map((unit) => Buffer.from(unit));
      this.#facts = null;
    }
    const hasParameters = this.#parameters.length > 0;
    if (!hasParameters || !nals.some(isEntry)) {
      const isUnchanged = this.#facts ? repeats({ nals, slices, sliceBytes, facts: this.#facts }) : undefined;
      return {
        nals,
        data: data ?? joinAnnexB(nals),
        isKeyframe: false,
        isIdr: false,
        sliceBytes,
        isUnchanged,
        displayIndex,
        encoderTime,
      };
    }
    const complete = found.length > 0 ? (data ?? joinAnnexB(nals)) : joinAnnexB([...this.#parameters, ...nals]);
    this.#facts ??= this.#probe(complete);
    const isKeyframe = this.#facts !== null;
    return { nals, data: complete, isKeyframe, isIdr: false, sliceBytes, displayIndex, encoderTime };
  }

  /** Decodes one access unit. @returns null when nothing comes of it, or when it is too early to try again */
  #probe(data: Buffer): VideoFacts | null {
    if (!this.#pause.isOver) return null;
    this.#pause.begin();
    return probe(this.#codec, data, this.#limits.maxPixels);
  }
}

const isSame = (a: Buffer[], b: Buffer[]): boolean =>
  a.length === b.length && a.every((unit, index) => b[index]?.equals(unit));

/** Decodes one access unit. @returns null when nothing comes of it */
function probe(name: ProbedCodec, data: Buffer, maxPixels: number): VideoFacts | null {
  const { codec, decoder } = makeVideoDecoder(name, { isReordered: false, maxThreads: 1, maxPixels });
  const [packet, frame] = [newPacket(), newFrame()];
  try {
    packet.data = data;
    FFmpegError.throwIfError(decoder.open2Sync(codec, null), `open the ${name} decoder`);
    decoder.sendPacketSync(packet);
    decoder.sendPacketSync(null);
    if (decoder.receiveFrameSync(frame) < 0) return null;
    return factsOf(name, frame, decoder);
  } finally {
    frame.free();
    packet.free();
    decoder.freeContext();
  }
}

function factsOf(codec: ProbedCodec, frame: Frame, decoder: CodecContext): VideoFacts {
  const { num, den } = pixelAspect(frame);
  const pixelFormat = avGetPixFmtName(decoder.pixelFormat) ?? '';
  const [, chroma = 'gray', depth = '8'] = /^(?:yuvj?(4\d\d)p|gray)(\d+)?/.exec(pixelFormat) ?? [];
  return {
    codec,
    profile: profileName(codec, decoder.profile),
    width: frame.width,
    height: frame.height,
    pixelAspect: num / den,
    chroma: chroma === '420' ? '4:2:0' : chroma === '422' ? '4:2:2' : chroma === 'gray' ? '4:0:0' : '4:4:4',
    bitDepth: Number(depth),
    isInterlaced: (frame.flags & AV_FRAME_FLAG_INTERLACED) !== 0,
    // One frame does not tell, and it does not matter: no browser gets this video.
    hasBFrames: true,
    hasIdr: true,
  };
}
