import { type Frame, Rational } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { audioRateHz } from '@/lib/media/stereo';
import type { FaultLog } from '../../control/fault-log';
import type { Rooms } from './publish/rooms';

const bitrateBps = 128_000n;
const timeBase = new Rational(1, audioRateHz);

export interface CameraAudioOptions {
  room: Pick<Rooms, 'isHeard' | 'sendAudio'>;
  faults: Pick<FaultLog, 'add'>;
}

/** Brings a camera's audio into the room as Opus, while somebody may hear it. An encoder that fails restarts after a pause. */
export class CameraAudio {
  readonly #options: CameraAudioOptions;
  readonly #pause = new RestartPause();
  #encoder: AudioEncoder | undefined;

  constructor(options: CameraAudioOptions) {
    this.#options = options;
  }

  /** Takes the next 20 ms of stereo. @param ticks its time on the 90 kHz media clock */
  addFrame(frame: Frame, ticks: number): void {
    const { room, faults } = this.#options;
    if (!room.isHeard || !this.#pause.isOver) return;
    try {
      this.#encoder ??= new AudioEncoder('opus', { bitrateBps, timeBase });
      this.#encoder.encode(frame, ({ data }) => {
        if (data) room.sendAudio(Buffer.from(data), ticks);
      });
    } catch (error) {
      faults.add('audio: encoding', error);
      this.stop();
      this.#pause.begin();
    }
  }

  /** The audio has ended. */
  stop(): void {
    this.#encoder?.close();
    this.#encoder = undefined;
  }
}
