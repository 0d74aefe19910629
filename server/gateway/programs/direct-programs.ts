import { relayedFeedOf } from '../worker-control/relayed-feed';
import type { ProgramControl, WorkerTokens } from '../worker-control/worker-control';
import { DirectedWorkers, type DirectedWorkersOptions } from './directed-workers';
import { rateOf, readProgramEvents } from './read-program-events';

export interface DirectProgramsOptions extends Pick<DirectedWorkersOptions, 'streams' | 'bus'> {
  control: ProgramControl;
  workerTokens: WorkerTokens;
}

/** Tells the workers of this gateway's programs which cameras there are and which one is on air, at each change. */
export const directPrograms = ({ control, workerTokens, ...options }: DirectProgramsOptions): DirectedWorkers =>
  new DirectedWorkers({
    ...options,
    sourceKind: 'program',
    concernedBy: (message) => (message.type === 'tally_upsert' ? { eventId: message.eventId } : null),
    async direct(programs) {
      const events = await readProgramEvents(programs.map(({ eventId }) => eventId));
      for (const { id, eventId, workerId, address } of programs) {
        const event = events.get(eventId);
        if (!event) continue;
        const { cameras, onAir, switcherDelayMs, form } = event;
        void control.showProgram(workerId, address, {
          fps: rateOf(cameras),
          cameras: cameras.map((camera) => relayedFeedOf(camera, workerTokens)),
          // A camera that became the program may be mapped still.
          onAir: onAir && { ...onAir, streamIds: onAir.streamIds.filter((streamId) => streamId !== id) },
          switcherDelayMs,
          form,
        });
      }
    },
  });
