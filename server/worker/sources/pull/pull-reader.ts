import type { PullAddress } from '@/lib/contracts/pull-address';
import type { HostRights } from '@/lib/core/pull-networks';
import type { FaultLog } from '../../control/fault-log';
import type { EncodedVideo } from '../source';

/** One attempt to pull a camera. */
export interface PullAttempt {
  address: PullAddress;
  rights: HostRights;
  /** Ends the attempt. */
  signal: AbortSignal;
  /** Counts what is damaged in the camera's media. */
  faults: FaultLog;
  /** Takes MPEG-TS, cut anywhere. The first bytes say that the camera is there. */
  onBytes(bytes: Buffer): void;
  /** The camera's video is encoded here, as H.264. */
  onEncodedVideo(codec: EncodedVideo): void;
}

/**
 * Opens an address and reads until the camera ends it or the signal aborts.
 * @throws PullError with the reason, if the camera does not come
 */
export type PullReader = (attempt: PullAttempt) => Promise<void>;

/** A camera that has not answered by then is not there; one that was there is gone. */
export const silenceTimeoutMs = 5_000;
