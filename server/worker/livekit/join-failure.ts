import { workerFailure } from '@/lib/contracts/worker-failure';
import { WorkerFault } from '../control/worker-fault';
import { LiveKitRefusal } from './livekit-signal';

/** @returns why joining a room again is of no use; null when LiveKit may let us in next time */
function joinFailure(error: unknown): WorkerFault | null {
  if (!(error instanceof LiveKitRefusal)) return null;
  const { status, text } = error;
  if (status === 401 && /expired|not valid yet|issued in the future/i.test(text)) {
    return new WorkerFault(workerFailure({ code: 'livekit_clock', figures: {} }, { retryable: true }), {
      cause: error,
    });
  }
  if (status === 401) {
    return new WorkerFault(workerFailure({ code: 'livekit_key', figures: {} }, { retryable: false }), { cause: error });
  }
  if (status === 404 && /room/i.test(text)) {
    return new WorkerFault(workerFailure({ code: 'room_missing', figures: {} }, { retryable: false }), {
      cause: error,
    });
  }
  return null;
}

/** Backs off between attempts to join a room. */
export const rejoin = { firstMs: 100, capMs: 1_000 };

/** @throws WorkerFault when joining a room again is of no use */
export function throwIfFinal(error: unknown): void {
  const failure = error instanceof WorkerFault ? error : joinFailure(error);
  if (failure) throw failure;
}

/** Another participant has joined with the worker's identity. */
export const takenOver = (): WorkerFault =>
  new WorkerFault(workerFailure({ code: 'room_taken_over', figures: {} }, { retryable: true }));
