import { Rational } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { AudioDecoder } from '@/lib/media/codecs/audio-decoder';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { H264Reader } from '@/lib/media/codecs/h264-reader';
import { ParameterLimits } from '@/lib/media/codecs/parameter-limits';
import type { AudioStream, ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { audioRateHz } from '@/lib/media/stereo';
import { chooseVideoMode } from '../room/choose-video-mode';

const maxSidePixels = 8_192;
const bitrateBps = 128_000n;
/** 20 ms of stereo without a sound. */
const silentFrame = Buffer.from('fcfffe', 'hex');
const silentFrameTicks = 1_800;
/** A camera whose audio stays away for this long sends silence. */
const audioWaitTicks = 180_000;

/** A frame of the camera's own H.264. */
export interface WhipPicture {
  nals: Buffer[];
  isKeyframe: boolean;
  /** On the media clock, 90 kHz. */
  ticks: number;
}

export interface WhipMediaHandlers {
  onPicture(picture: WhipPicture): void;
  /** @param opus 20 ms */
  onSound(opus: Buffer, ticks: number): void;
  /** Audio could not be encoded: it is tried again after a pause. */
  onFault(error: unknown): void;
}

/**
 * Makes what WHIP sends of a camera: its own H.264, where browsers can show it, and Opus of its audio. A camera without
 * audio gets silence, because platforms refuse a stream without.
 */
export class WhipMedia {
  readonly #handlers: WhipMediaHandlers;
  readonly #pause = new RestartPause();
  #reader = newReader();
  #audio: { stream: AudioStream; decoder: AudioDecoder; encoder: AudioEncoder } | null = null;
  /** When the last audio ends, on the media clock; null before the first picture. */
  #heardTicks: number | null = null;
  #soundTicks = Number.NEGATIVE_INFINITY;

  constructor(handlers: WhipMediaHandlers) {
    this.#handlers = handlers;
  }

  /** Names in a word or two why browsers cannot show the picture; null where they can, or while that is unknown. */
  get unsupported(): string | null {
    const { facts } = this.#reader;
    if (!facts || !this.#reader.isSettled) return null;
    // Players stretch a picture of other pixels, and everybody knows what it shows.
    const { reason } = chooseVideoMode({ ...facts, pixelAspect: 1 });
    return reason && (words[reason.code] ?? reason.code);
  }

  /** Takes the next packet of the chosen video or audio. @param ticks its time on the media clock */
  addPacket(stream: ElementaryStream, { data }: PesPacket, ticks: number): void {
    if (stream.kind === 'audio') this.#addAudio(stream, data, ticks);
    else if (stream.codec === 'h264') this.#addVideo(data, ticks);
  }

  /** Data is missing, or another camera follows. */
  interrupt(): void {
    this.close();
    this.#reader = newReader();
    this.#heardTicks = null;
  }

  close(): void {
    this.#audio?.decoder.close();
    this.#audio?.encoder.close();
    this.#audio = null;
  }

  #addVideo(data: Buffer, ticks: number): void {
    const units = this.#reader.read(data);
    // An encoder has used a B-frame by then, if it uses any.
    if (!this.#reader.isSettled || this.unsupported !== null) return;
    this.#fillSilence(ticks);
    for (const { nals, isKeyframe } of units) this.#handlers.onPicture({ nals, isKeyframe, ticks });
  }

  #addAudio(stream: AudioStream, data: Buffer, ticks: number): void {
    if (!this.#pause.isOver) return;
    try {
      if (this.#audio?.stream.pid !== stream.pid || this.#audio.stream.codec !== stream.codec) {
        this.close();
        this.#audio = this.#openAudio(stream);
      }
      this.#audio.decoder.addPesPacket(data, ticks);
    } catch (error) {
      this.close();
      this.#pause.begin();
      this.#handlers.onFault(error);
    }
  }

  #openAudio(stream: AudioStream) {
    const encoder = new AudioEncoder('opus', { bitrateBps, timeBase: new Rational(1, audioRateHz) });
    const decoder = new AudioDecoder(stream.codec, {
      onFrame: (frame, ticks) => {
        this.#heardTicks = ticks;
        encoder.encode(frame, (packet) => {
          if (packet.data) this.#sendSound(Buffer.from(packet.data), ticks);
        });
      },
      // It is heard as a gap.
      onDamaged: () => undefined,
    });
    return { stream, decoder, encoder };
  }

  #fillSilence(ticks: number): void {
    this.#heardTicks ??= ticks;
    if (ticks - this.#heardTicks < audioWaitTicks) return;
    const startTicks = Math.max(this.#soundTicks + silentFrameTicks, ticks - audioWaitTicks);
    for (let next = startTicks; next <= ticks; next += silentFrameTicks) this.#sendSound(silentFrame, next);
  }

  #sendSound(opus: Buffer, ticks: number): void {
    // Real audio comes a little earlier than the silence before it.
    if (ticks <= this.#soundTicks) return;
    this.#soundTicks = ticks;
    this.#handlers.onSound(opus, ticks);
  }
}

const newReader = () => new H264Reader(new ParameterLimits('h264', maxSidePixels));

const words: Readonly<Record<string, string>> = {
  transcoded_b_frames: 'B-frames',
  transcoded_bit_depth: 'more than 8 bits',
  transcoded_chroma: 'another colour format than 4:2:0',
  transcoded_interlaced: 'interlaced pictures',
  transcoded_without_idr: 'no IDR pictures',
};
