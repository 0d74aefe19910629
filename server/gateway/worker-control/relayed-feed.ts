import { type RelayedFeed, workerFeedPath } from '@/lib/contracts/worker-protocol';
import { feedTokenOf } from '@/lib/core/feed-token';
import { urlHost } from '@/lib/core/url-host';
import type { WorkerTokens } from './worker-control';

/** A camera with a worker whose packets another worker takes. */
export interface RelayedCamera extends Pick<RelayedFeed, 'streamId' | 'program' | 'audioTrack'> {
  workerId: string;
  host: string;
  controlPort: number;
}

/** Where another worker takes a camera's packets, and the token that opens these alone. */
export const relayedFeedOf = (
  { streamId, workerId, host, controlPort, program, audioTrack }: RelayedCamera,
  workerTokens: WorkerTokens,
): RelayedFeed => ({
  streamId,
  url: `http://${urlHost(host)}:${controlPort}${workerFeedPath}`,
  token: feedTokenOf(workerTokens(workerId)[0]),
  program,
  audioTrack,
});
