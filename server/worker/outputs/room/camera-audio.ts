import type { FaultLog } from '../../control/fault-log';
import { RestartPause } from '../../control/restart-pause';
import type { AudioCodec } from '../../media/codecs/codec-names';
import type { MediaClock } from '../../media/media-clock';
import type { PesPacket } from '../../media/mpegts/pes-assembler';
import { SilenceMeter } from '../../monitor/silence-meter';
import { type AudioSource, AudioTranscoder } from './transcode/audio-transcoder';

export interface CameraAudioOptions {
  clock: MediaClock;
  room: { readonly isHeard: boolean; sendAudio(opus: Buffer, ticks: number): void };
  faults: FaultLog;
}

/** The way of a camera's audio into the room. What fails in it starts again after a pause; nothing else notices. */
export class CameraAudio {
  #options: CameraAudioOptions;
  #codec: AudioCodec | undefined;
  #transcoder: AudioTranscoder | undefined;
  #source: AudioSource | undefined;
  #pause = new RestartPause();
  #silence = new SilenceMeter();

  constructor(options: CameraAudioOptions) {
    this.#options = options;
  }

  /** What the camera's audio is; undefined before the first frame. */
  get source(): AudioSource | undefined {
    return this.#transcoder?.source ?? this.#source;
  }

  /** An encoder begins to send audio. */
  start(codec: AudioCodec): void {
    this.stop();
    this.#codec = codec;
    this.#silence.restart();
    this.#pause.reset();
  }

  /** There is no more. */
  stop(): void {
    this.#close();
    this.#codec = undefined;
    this.#source = undefined;
  }

  /** Takes the next PES packet. */
  push({ data, pts }: PesPacket): void {
    const ticks = this.#options.clock.ticks(pts);
    if (!this.#codec || !this.#pause.isOver) return;
    try {
      this.#transcoder ??= this.#open(this.#codec);
      this.#transcoder.push(data, ticks);
    } catch (error) {
      this.#options.faults.add('audio', error);
      this.#close();
      this.#pause.begin();
    }
  }

  /** @returns the peaks of the stereo audio since the last call, [left, right] in dBFS; null where none came */
  readPeakDbfs(): [number, number] | null {
    return this.#transcoder?.readPeakDbfs() ?? null;
  }

  /** For how many seconds nothing was above each level; null without an audio stream. See {@link SilenceMeter.seconds}. */
  get silentSeconds(): number[] | null {
    return this.#codec ? this.#silence.seconds : null;
  }

  #open(codec: AudioCodec): AudioTranscoder {
    const { room, faults } = this.#options;
    return new AudioTranscoder(codec, {
      isWanted: () => room.isHeard,
      onFrame: (opus, ticks) => room.sendAudio(opus, ticks),
      onPeak: (dbfs) => this.#silence.push(dbfs),
      onDamaged: (error) => faults.add('audio: decoding', error),
    });
  }

  #close(): void {
    this.#source = this.source;
    this.#transcoder?.close();
    this.#transcoder = undefined;
  }
}
