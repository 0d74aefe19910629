import type { Actor } from '@/lib/auth/actor';
import type { Stream } from '@/prisma/generated/client';
import { applyStreamTransition } from './state/apply-stream-transition';
import { streamNotFound } from './stream-not-found';

/**
 * Stops a stream: sets the desired state; a gateway acts on it. Where none holds the stream, and no worker of it may be
 * left, it is stopped at once. Nothing changes if it is off already.
 * @throws AppError `not_found`
 */
export async function stopStream({ organizationId }: Actor, id: string): Promise<Stream> {
  const stopping = await applyStreamTransition(id, 'stop_requested', { where: { organizationId } });
  if (!stopping) throw streamNotFound();
  const stopped = await applyStreamTransition(id, 'worker_stopped', {
    where: { organizationId, leaseOwner: null, podName: null },
  });
  return stopped ?? stopping;
}
