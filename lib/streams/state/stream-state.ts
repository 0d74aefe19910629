import type { StreamStatus } from '@/lib/contracts/streams';

/** What can happen to a stream; the only causes of a change of status. */
export type StreamTransition =
  /** A user pressed On. */
  | 'start_requested'
  /** A user pressed Off. */
  | 'stop_requested'
  /** A user set another passphrase, which a new worker has to use. */
  | 'passphrase_changed'
  /** A gateway took the stream over from one that died. */
  | 'claimed'
  /** The worker listens for SRT and is in the room. */
  | 'worker_ready'
  /** The worker ended without being asked; the supervisor will start another. */
  | 'worker_lost'
  /** The supervisor gave up. */
  | 'worker_failed'
  /** The worker ended because it was asked to, or there was none. */
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
    claimed: 'provisioning',
    worker_lost: 'provisioning',
    worker_failed: 'error',
  },
  stopping: { start_requested: 'provisioning', worker_stopped: 'stopped' },
  stopped: { start_requested: 'provisioning' },
  error: { start_requested: 'provisioning', stop_requested: 'stopping' },
};

/** The status after `event`; the same status where the event changes nothing. */
export function nextStatus(status: StreamStatus, event: StreamTransition): StreamStatus {
  return transitions[status][event] ?? status;
}

/** The states in which a stream must have a worker. */
export const isWanted = (status: StreamStatus): boolean => status === 'provisioning' || status === 'active';
