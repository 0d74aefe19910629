import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';

/**
 * Stops the stream: sets the desired state; the gateway that holds it acts on it. Where none holds it, and no worker of it
 * may be left, it is stopped at once. Changes nothing of a stream that is already off.
 * @throws AppError `not_found`
 */
export async function stopStream(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.stop');
  const { organizationId } = actor;
  const stopping = await applyStreamTransition(id, 'stop_requested', {
    where: { organizationId },
    admit: (tx, { name: thingName }) =>
      record(actor, { action: 'streams.stop', thingType: 'stream', thingId: id, thingName }, tx),
  });
  if (!stopping) throw streamNotFound();
  const stopped = await applyStreamTransition(id, 'worker_stopped', {
    where: { organizationId, leaseOwner: null, podName: null },
  });
  return stopped ?? stopping;
}
