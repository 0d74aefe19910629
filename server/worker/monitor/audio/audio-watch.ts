import type { Frame } from 'node-av/lib';
import type { Loudness } from '@/lib/contracts/worker-protocol';
import { RestartPause } from '@/lib/core/restart-pause';
import { type AudioCodec, AudioDecoder, type AudioSource } from '@/lib/media/codecs/audio-decoder';
import { samplesOf } from '@/lib/media/stereo';
import type { FaultLog } from '../../control/fault-log';
import type { AudioPacket } from '../../program/ts-program';
import { LoudnessMeter } from './loudness-meter';
import { PeakMeter } from './peak-meter';
import { SilenceMeter } from './silence-meter';

/** Takes each 20 ms of decoded stereo; the frame is valid during the call. @param ticks when it is heard, 90 kHz media clock */
export type AudioListener = (frame: Frame, ticks: number) => void;

interface Decoding {
  decoder: AudioDecoder;
  loudness: LoudnessMeter;
}

/**
 * Decodes a camera's audio once and measures it: peaks, loudness and silence. Listeners get the decoded audio. A part
 * that fails restarts after a pause; nothing else notices.
 */
export class AudioWatch {
  readonly #faults: Pick<FaultLog, 'add'>;
  readonly #now: () => number;
  readonly #peaks = new PeakMeter();
  readonly #silence: SilenceMeter;
  readonly #pause = new RestartPause();
  readonly #listeners: { name: string; hear: AudioListener }[] = [];
  #codec: AudioCodec | undefined;
  #decoding: Decoding | undefined;
  #source: AudioSource | undefined;
  #delayTicks = 0;

  /** @param now a clock in milliseconds */
  constructor(faults: Pick<FaultLog, 'add'>, now: () => number = () => performance.now()) {
    this.#faults = faults;
    this.#now = now;
    this.#silence = new SilenceMeter(now);
  }

  /** The format of the camera's audio; undefined before the first frame. */
  get source(): AudioSource | undefined {
    return this.#decoding?.decoder.source ?? this.#source;
  }

  /** For each of the levels that count as silence, the seconds since the audio was as loud. */
  get silentSeconds(): number[] {
    return this.#silence.seconds;
  }

  /** @param name for the log */
  subscribe(name: string, hear: AudioListener): void {
    this.#listeners.push({ name, hear });
  }

  /** An encoder begins to send audio. */
  start(codec: AudioCodec): void {
    this.stop();
    this.#codec = codec;
    this.#pause.reset();
    this.restartSilence();
  }

  /** The audio has ended. */
  stop(): void {
    this.#close();
    this.#codec = undefined;
    this.#source = undefined;
  }

  /** Silence counts from here. */
  restartSilence(): void {
    this.#silence.restart();
  }

  /** Takes the next PES packet. */
  addPacket({ data, ticks, delayTicks = 0 }: AudioPacket): void {
    this.#delayTicks = delayTicks;
    if (!this.#codec || !this.#pause.isOver) return;
    try {
      this.#decoding ??= this.#open(this.#codec);
      this.#decoding.decoder.addPesPacket(data, ticks);
    } catch (error) {
      this.#faults.add('audio', error);
      this.#close();
      this.#pause.begin();
    }
  }

  /** @returns the peaks of the stereo audio since the last call, [left, right] in dBFS; null when none came */
  readPeakDbfs(): [number, number] | null {
    return this.#peaks.readDbfs();
  }

  /** @returns the loudness since the last call; null when nothing was measured */
  readLoudness(): Loudness | null {
    return this.#decoding?.loudness.read() ?? null;
  }

  #open(codec: AudioCodec): Decoding {
    const loudness = new LoudnessMeter();
    const decoder = new AudioDecoder(codec, {
      now: this.#now,
      onDamaged: (error) => this.#faults.add('audio: decoding', error),
      onFrame: (frame, ticks) => {
        this.#silence.addPeak(this.#peaks.addSamples(samplesOf(frame)));
        loudness.addFrame(frame);
        for (const { name, hear } of this.#listeners) this.#tell(name, () => hear(frame, ticks + this.#delayTicks));
      },
    });
    return { decoder, loudness };
  }

  #tell(name: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#faults.add(name, error);
    }
  }

  #close(): void {
    this.#source = this.source;
    this.#decoding?.decoder.close();
    this.#decoding?.loudness.close();
    this.#decoding = undefined;
  }
}
