import { RoomDecoder, type SeenFrame } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';

/** RTP ticks (90 kHz) between two frames at 30 frames a second. */
const ticksPerFrame = 90_000 / 30;

export interface CameraWatchReport {
  frames: number;
  /** That the camera sent and the viewer never saw. */
  lostFrames: number;
  /** The longest time in which no frame came. */
  longestGapMs: number;
}

/** Watches a camera of 30 frames a second in its room, as a viewer does. */
export class CameraWatch {
  readonly #decoder: RoomDecoder;
  #viewer: RoomViewer | null = null;
  #frames: Pick<SeenFrame, 'rtpTimestamp' | 'arrivedMs'>[] = [];
  #startedMs = Date.now();

  constructor() {
    this.#decoder = new RoomDecoder({
      onFrame: ({ rtpTimestamp, arrivedMs }) => this.#frames.push({ rtpTimestamp, arrivedMs }),
    });
  }

  async join(room: { url: string; token: string }): Promise<void> {
    this.#viewer = await RoomViewer.join(room, {
      onRtp: (kind, packet) => kind === 'video' && this.#decoder.push(kind, packet),
    });
  }

  /** Starts a report. */
  reset(): void {
    this.#frames = [];
    this.#startedMs = Date.now();
  }

  /** Since the last reset. */
  report(): CameraWatchReport {
    const times = [this.#startedMs, ...this.#frames.map(({ arrivedMs }) => arrivedMs), Date.now()];
    const gapsMs = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? timeMs));
    // By the camera's clock, which knows nothing of delays on the way. 32 bits, so differences wrap.
    const steps = this.#frames
      .slice(1)
      .map(({ rtpTimestamp }, index) => (rtpTimestamp - (this.#frames[index]?.rtpTimestamp ?? rtpTimestamp)) | 0);
    const lost = steps.map((ticks) => Math.max(0, Math.round(ticks / ticksPerFrame) - 1));
    return {
      frames: this.#frames.length,
      lostFrames: lost.reduce((sum, frames) => sum + frames, 0),
      longestGapMs: Math.max(...gapsMs),
    };
  }

  async close(): Promise<void> {
    await this.#viewer?.close();
    this.#decoder.close();
  }
}
