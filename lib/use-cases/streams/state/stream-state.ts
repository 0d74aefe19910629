import type { StreamStatus } from '@/lib/contracts/streams';

/** The only causes of a change of a stream's status. */
export type StreamTransition =
  /** A user presses On. */
  | 'start_requested'
  /** A user presses Off. */
  | 'stop_requested'
  /** A user changes the passphrase, which takes a new worker. */
  | 'passphrase_changed'
  /** A user changes the kind of source, which takes a new worker. */
  | 'source_changed'
  /** A gateway claims the stream of one that died, and finds no worker to adopt. */
  | 'claimed'
  /** The worker listens for SRT and is in the room. */
  | 'worker_ready'
  /** The worker ended or left the room by itself; the reconciler starts another where it ended. */
  | 'worker_lost'
  /** The reconciler gives up. */
  | 'worker_failed'
  /** The worker ended on request, or there was none. */
  | 'worker_stopped';

const transitions: Record<StreamStatus, Partial<Record<StreamTransition, StreamStatus>>> = {
  idle: { start_requested: 'provisioning' },
  provisioning: {
    stop_requested: 'stopping',
    worker_ready: 'active',
    worker_failed: 'error',
  },
  active: {
    stop_requested: 'stopping',
    passphrase_changed: 'provisioning',
    source_changed: 'provisioning',
    claimed: 'provisioning',
    worker_lost: 'provisioning',
    worker_failed: 'error',
  },
  stopping: { start_requested: 'provisioning', worker_stopped: 'stopped' },
  stopped: { start_requested: 'provisioning' },
  error: { start_requested: 'provisioning', stop_requested: 'stopping' },
};

/** The status after a transition; the same status where the transition does not apply. */
export function nextStatus(status: StreamStatus, transition: StreamTransition): StreamStatus {
  return transitions[status][transition] ?? status;
}

/** The states in which a stream must have a worker. */
export const isWanted = (status: StreamStatus): boolean => status === 'provisioning' || status === 'active';

/** The states in which a gateway has something to do for a stream. */
export const needsGateway = (status: StreamStatus): boolean => isWanted(status) || status === 'stopping';
