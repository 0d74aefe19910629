import type { Actor } from '@/lib/auth/actor';
import type { Stream } from '@/prisma/generated/client';
import { applyStreamTransition } from './state/apply-stream-transition';
import { streamNotFound } from './stream-not-found';

/** Wishes a stream on; a gateway does it. Nothing changes if it is on already. @throws AppError `not_found` */
export async function startStream({ organizationId }: Actor, id: string): Promise<Stream> {
  const stream = await applyStreamTransition(id, 'start_requested', { where: { organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
}
