import { PtzDriver } from '@/lib/browser/ptz/ptz-driver';
import type { PtzCommand } from '@/lib/contracts/ptz';
import { type PtzSpeeds, stillPtz } from '@/lib/core/visca';

/** A surface that is unplugged never says that its button was released. */
const maxMoveMs = 20_000;

interface PtzHandsOptions {
  send(streamId: string, command: PtzCommand): Promise<unknown>;
  /** A command was refused. */
  onFailure(error: unknown): void;
}

interface Hand {
  driver: PtzDriver;
  isGuardHeld: boolean;
  end: ReturnType<typeof setTimeout> | undefined;
}

/** Buttons that turn cameras for as long as they are held. */
export class PtzHands {
  readonly #options: PtzHandsOptions;
  readonly #hands = new Map<string, Hand>();

  constructor(options: PtzHandsOptions) {
    this.#options = options;
  }

  /** Turns a camera until {@link stop}, or for 20 seconds. @param isGuardHeld whether it may be on air */
  move(streamId: string, speeds: PtzSpeeds, isGuardHeld: boolean): void {
    const hand = this.#handOf(streamId);
    clearTimeout(hand.end);
    hand.isGuardHeld = isGuardHeld;
    hand.driver.drive(speeds);
    hand.end = setTimeout(() => hand.driver.stop(), maxMoveMs);
  }

  stop(streamId: string): void {
    const hand = this.#handOf(streamId);
    clearTimeout(hand.end);
    hand.driver.drive(stillPtz);
  }

  /** Stops all cameras that move. */
  stopAll(): void {
    for (const streamId of this.#hands.keys()) this.stop(streamId);
  }

  #handOf(streamId: string): Hand {
    const known = this.#hands.get(streamId);
    if (known) return known;
    const driver = new PtzDriver({
      send: (command) => this.#options.send(streamId, command),
      isGuardHeld: () => hand.isGuardHeld,
      onFailure: (error) => {
        if (error !== null) this.#options.onFailure(error);
      },
    });
    const hand: Hand = { driver, isGuardHeld: false, end: undefined };
    this.#hands.set(streamId, hand);
    return hand;
  }
}
