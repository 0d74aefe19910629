import type { Loudness } from '@/lib/contracts/worker-protocol';
import type { FaultLog } from '../../control/fault-log';
import { RestartPause } from '../../control/restart-pause';
import type { AudioCodec } from '../../media/codecs/codec-names';
import type { AudioPacket } from '../../program/program';
import { type AudioSource, AudioTranscoder } from './transcode/audio-transcoder';

export interface CameraAudioOptions {
  room: { readonly isHeard: boolean; sendAudio(opus: Buffer, ticks: number): void };
  faults: FaultLog;
  /** @param dbfs the highest sample of the latest audio */
  onPeak(dbfs: number): void;
}

/** Brings a camera's audio into the room. A part that fails restarts after a pause; nothing else notices. */
export class CameraAudio {
  #options: CameraAudioOptions;
  #codec: AudioCodec | undefined;
  #transcoder: AudioTranscoder | undefined;
  #source: AudioSource | undefined;
  #pause = new RestartPause();

  constructor(options: CameraAudioOptions) {
    this.#options = options;
  }

  get source(): AudioSource | undefined {
    return this.#transcoder?.source ?? this.#source;
  }

  /** An encoder begins to send audio. */
  start(codec: AudioCodec): void {
    this.stop();
    this.#codec = codec;
    this.#pause.reset();
  }

  /** The audio has ended. */
  stop(): void {
    this.#close();
    this.#codec = undefined;
    this.#source = undefined;
  }

  /** Takes the next PES packet. */
  addPacket({ data, ticks }: AudioPacket): void {
    if (!this.#codec || !this.#pause.isOver) return;
    try {
      this.#transcoder ??= this.#open(this.#codec);
      this.#transcoder.pushPesPacket(data, ticks);
    } catch (error) {
      this.#options.faults.add('audio', error);
      this.#close();
      this.#pause.begin();
    }
  }

  /** @returns the peaks of the stereo audio since the last call, [left, right] in dBFS; null when none came */
  readPeakDbfs(): [number, number] | null {
    return this.#transcoder?.readPeakDbfs() ?? null;
  }

  /** @returns the loudness since the last call; null when nothing was measured */
  readLoudness(): Loudness | null {
    return this.#transcoder?.readLoudness() ?? null;
  }

  #open(codec: AudioCodec): AudioTranscoder {
    const { room, faults, onPeak } = this.#options;
    return new AudioTranscoder(codec, {
      isWanted: () => room.isHeard,
      onFrame: (opus, ticks) => room.sendAudio(opus, ticks),
      onPeak,
      onDamaged: (error) => faults.add('audio: decoding', error),
    });
  }

  #close(): void {
    this.#source = this.source;
    this.#transcoder?.close();
    this.#transcoder = undefined;
  }
}
