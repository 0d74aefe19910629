import { TokenBucket } from '@/lib/core/token-bucket';
import type { Clock } from '../../time/clock';

/** A busy machine replaces four at once, and then one in the time that a start takes there. */
const size = { burst: 4, perSecond: 1 / 3 };

/**
 * Limits how fast a gateway replaces lost workers while its machine is too busy. Starting one costs far more than passing
 * a camera on, so the start of one would take the next one's processor, and so on.
 */
export class RestartBudget {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #isTooBusy: () => boolean;
  readonly #bucket: TokenBucket;

  /** @param isTooBusy whether programs wait for a processor */
  constructor(clock: Pick<Clock, 'nowMs'>, isTooBusy: () => boolean) {
    this.#clock = clock;
    this.#isTooBusy = isTooBusy;
    this.#bucket = new TokenBucket(size, clock.nowMs());
  }

  /** Whether a lost worker may be replaced now; counts it if so. */
  admits(): boolean {
    return this.#bucket.take(this.#clock.nowMs()) || !this.#isTooBusy();
  }
}
