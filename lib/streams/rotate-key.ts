import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import { openBus } from '@/lib/realtime/open-bus';
import type { Stream } from '@/prisma/generated/client';
import { newStreamKey } from './new-stream-key';
import { recordIncident } from './record-incident';
import { streamNotFound } from './stream-not-found';

/**
 * Gives a stream another secret key. The old one opens nothing from now on, and whoever came in with it is
 * disconnected by the gateway.
 * @throws AppError `not_found`
 */
export async function rotateKey({ organizationId }: Actor, id: string): Promise<Stream> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id, organizationId },
    data: { streamKey: newStreamKey() },
  });
  if (!stream) throw streamNotFound();
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
  await recordIncident(id, {
    code: 'key_changed',
    severity: 'info',
    message: 'The stream key was changed; encoder and viewers have to connect with the new one.',
  });
  return stream;
}
