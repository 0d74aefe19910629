import type { Actor } from '@/lib/auth/actor';
import type { Stream } from '@/prisma/generated/client';
import { applyStreamTransition } from './state/apply-stream-transition';
import { streamNotFound } from './stream-not-found';

/**
 * Wishes a stream off; the gateway that runs it does it. Where none does, the stream is stopped at once, so that it
 * can always be switched off. Nothing changes if it is off already.
 * @throws AppError `not_found`
 */
export async function stopStream({ organizationId }: Actor, id: string): Promise<Stream> {
  const stopping = await applyStreamTransition(id, 'stop_requested', { where: { organizationId } });
  if (!stopping) throw streamNotFound();
  const stopped = await applyStreamTransition(id, 'worker_stopped', {
    where: { organizationId, leaseOwner: null },
  });
  return stopped ?? stopping;
}
