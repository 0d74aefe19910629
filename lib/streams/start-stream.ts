import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';

/**
 * Starts the stream: sets the desired state; a gateway acts on it. Changes nothing of a stream that is already on.
 * @throws AppError `not_found`
 */
export async function startStream(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.start');
  const { organizationId } = actor;
  const stream = await applyStreamTransition(id, 'start_requested', { where: { organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
}
