import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';

/**
 * Stops the stream: sets the desired state; the gateway that runs it acts on it. A stream that no gateway runs is
 * stopped at once, so that every stream can be switched off. Changes nothing of a stream that is already off.
 * @throws AppError `not_found`
 */
export async function stopStream(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.stop');
  const { organizationId } = actor;
  const stopping = await applyStreamTransition(id, 'stop_requested', { where: { organizationId } });
  if (!stopping) throw streamNotFound();
  const stopped = await applyStreamTransition(id, 'worker_stopped', {
    where: { organizationId, leaseOwner: null },
  });
  return stopped ?? stopping;
}
