import type { FileFault } from '@/lib/contracts/file-faults';
import type { PullFault } from '@/lib/contracts/pull-faults';
import type {
  CameraLimits,
  ProgramTask,
  ReplayTask,
  WorkerAddress,
  WorkerPermit,
} from '@/lib/contracts/worker-protocol';
import type { Logger } from '@/lib/platform/log';
import type { Feed } from '../feed/feed';

/** Where a source delivers to. */
export type SourceFeed = Pick<Feed, 'connected' | 'addDatagram' | 'lost'>;

/** Surroundings of a source: the part of the spec that is the same for all kinds. */
export interface SourceContext {
  address: WorkerAddress;
  livekitUrl: string;
  limits: CameraLimits;
  log: Logger;
  /** A fresh token for the event's room. */
  getRoomToken(): Promise<string>;
  /** Has the gateway hear of the source's state at once. */
  reportNow(): void;
}

/** Video that neither MPEG-TS nor browsers have: a source encodes it as H.264. */
export type EncodedVideo = 'mjpeg';

/** Brings what one camera sends, one camera at a time. */
export interface Source {
  /** Why a pulled camera does not come; undefined while it does. */
  readonly pullFault?: PullFault | undefined;
  /** Why a recording does not play; undefined while it does. */
  readonly fileFault?: FileFault | undefined;
  /** Whether a pulled camera's password waits for its turn, or was sent; undefined otherwise. */
  readonly pullTurn?: 'asks' | 'has' | undefined;
  /** The gateway's answer to a source that asks. */
  onPullTurn?(turn: WorkerPermit['pullTurn']): void;
  /** The camera's own codec, where the source encodes it as H.264; undefined where it copies video. */
  readonly encodedVideo?: EncodedVideo | undefined;
  /** The encoder of a picture that is made here, by FFmpeg's name; undefined for others, and before the first picture. */
  readonly videoEncoder?: string | undefined;
  /**
   * Fills the feed until `signal`.
   * @throws WorkerFault when starting it again is of no use
   * @throws Error for any other failure
   */
  run(feed: SourceFeed, signal: AbortSignal): Promise<void>;
  /** Shows this from now on; missing where the source follows no tally. */
  follow?(task: ProgramTask): void;
  /** Shows this from now on; missing where the source is no replay. */
  replay?(task: ReplayTask): void;
}
