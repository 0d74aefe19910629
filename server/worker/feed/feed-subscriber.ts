import type { RecordingClock } from '@/lib/contracts/recording-index';

/** One datagram of a camera, as sent but for its lip sync. It must not be changed, and may be kept. */
export interface FeedMessage {
  bytes: Buffer;
  /** When it arrived, in milliseconds of `performance.now()`. */
  receivedMs: number;
  /** Where in it a player can begin; null when it cannot. */
  randomAccess: RandomAccess | null;
}

export interface RandomAccess {
  /** In bytes, from the message's start. */
  offset: number;
  /** PAT and PMT as whole packets, which a player reads first. */
  tables: Buffer;
  /** The first frame's timestamp: a 33-bit count of a 90 kHz clock, the camera's. Null where it has none. */
  pts: number | null;
  captured: CaptureTime;
  /** Another sender begins here, without an end of the one before. */
  isSwitch?: boolean;
}

/** A capture time, as well as it was known on arrival. */
export interface CaptureTime {
  /** Since 1970. */
  ms: number;
  clock: RecordingClock;
  /** The reading behind it: the arrival with the least delay since the last one. */
  arrivedMs: number;
}

/** A use of what a camera sends. The feed logs its errors; no other subscriber notices them. */
export interface FeedSubscriber {
  /** A camera has connected. */
  connected(): void;
  /** @returns a promise when it can take no more until that settles */
  message(message: FeedMessage): void | Promise<void>;
  /** Messages were left out before the next one, because this subscriber was behind. */
  missed(bytes: number): void;
  /** The camera is gone; another may come. */
  lost(): void;
}
