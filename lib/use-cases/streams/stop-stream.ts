import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';

/**
 * Stops the stream: sets the desired state; the gateway that holds it acts on it. Where none holds it, and no worker of it
 * may be left, it is stopped at once. Changes nothing of a stream that is already off.
 * @throws AppError `not_found`
 */
export const stopStream = defineUseCase(
  { action: 'streams.stop', audit: 'streams.stop' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    const { organizationId } = actor;
    const stopping = await applyStreamTransition(id, 'stop_requested', {
      where: { organizationId },
      admit: (tx, { name }) => record(tx, { id, name }),
    });
    if (!stopping) throw streamNotFound();
    const stopped = await applyStreamTransition(id, 'worker_stopped', {
      where: { organizationId, leaseOwner: null, podName: null },
    });
    return stopped ?? stopping;
  },
);
