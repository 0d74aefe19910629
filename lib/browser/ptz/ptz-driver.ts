import type { PtzCommand } from '@/lib/contracts/ptz';
import { ptzRepeatMs } from '@/lib/contracts/ptz-protocols';
import { type PtzSpeeds, stillPtz } from '@/lib/core/visca';

interface PtzDriverOptions {
  /** Sends a command; rejects when it is refused. */
  send: (command: PtzCommand) => Promise<unknown>;
  /** Whether the guard key is held at this moment. */
  isGuardHeld: () => boolean;
  /** A move was refused and has ended; null: the next one was taken. */
  onFailure: (error: unknown) => void;
}

const isStill = ({ pan, tilt, zoom }: PtzSpeeds): boolean => pan === 0 && tilt === 0 && zoom === 0;

const isSame = (one: PtzSpeeds, other: PtzSpeeds): boolean =>
  one.pan === other.pan && one.tilt === other.tilt && one.zoom === other.zoom;

/**
 * Sends a hand's movements to a camera: the first and each change at once, and the same again while it goes on. One request is
 * under way at a time, so that a stop never arrives before the move that it ends.
 */
export class PtzDriver {
  readonly #options: PtzDriverOptions;
  #wanted = stillPtz;
  #sent = stillPtz;
  #isBusy = false;
  /** A move was refused, and the hand has not been at rest since. */
  #isRefused = false;
  #repeat: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PtzDriverOptions) {
    this.#options = options;
  }

  /** Moves at these speeds from now on; all zero is a stop. */
  drive(speeds: PtzSpeeds): void {
    if (isStill(speeds)) this.#isRefused = false;
    if (this.#isRefused || isSame(speeds, this.#wanted)) return;
    this.#wanted = speeds;
    void this.#follow();
  }

  /** Stops the camera if it moves. */
  stop(): void {
    this.drive(stillPtz);
  }

  async #follow(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#repeat);
    do {
      const speeds = this.#wanted;
      try {
        await this.#options.send(
          isStill(speeds) ? { action: 'stop' } : { action: 'move', ...speeds, guard_held: this.#options.isGuardHeld() },
        );
        if (!isStill(speeds)) this.#options.onFailure(null);
        this.#sent = speeds;
      } catch (error) {
        this.#options.onFailure(error);
        this.#isRefused ||= !isStill(this.#wanted);
        this.#wanted = stillPtz;
        // A stop that fails is not sent for ever: the move ends by itself.
        if (isStill(speeds)) this.#sent = stillPtz;
      }
    } while (!isSame(this.#wanted, this.#sent));
    this.#isBusy = false;
    if (!isStill(this.#wanted)) this.#repeat = setTimeout(() => void this.#follow(), ptzRepeatMs);
  }
}
