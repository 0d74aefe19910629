import type { Feed } from '../feed/feed';

/** Where a source delivers to. */
export type SourceFeed = Pick<Feed, 'connected' | 'addDatagram' | 'lost'>;

/** Brings what one camera sends, one camera at a time. */
export interface Source {
  /**
   * Fills the feed until `signal`.
   * @throws WorkerFault when starting it again is of no use
   * @throws Error for any other failure
   */
  run(feed: SourceFeed, signal: AbortSignal): Promise<void>;
}
