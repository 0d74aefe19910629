import type { Actor } from '@/lib/auth/actor';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { newStreamKey } from './new-stream-key';
import { recordIncident } from './state/record-incident';
import { streamNotFound } from './stream-not-found';

/**
 * Gives a stream another secret key. The old one opens nothing from now on, and whoever came in with it is
 * disconnected by the gateway. Its hash is kept, so that an encoder that still has it can be told from a stranger.
 * @throws AppError `not_found`
 */
export async function rotateKey({ organizationId }: Actor, id: string): Promise<Stream> {
  const stream = await db().$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ streamKey: string }[]>`
      SELECT stream_key AS "streamKey" FROM streams
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    if (!before) throw streamNotFound();
    const formerKeyHash = hashStreamKey(before.streamKey);
    return tx.stream.update({ where: { id }, data: { streamKey: newStreamKey(), formerKeyHash } });
  });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
  await recordIncident(id, {
    code: 'key_changed',
    severity: 'info',
    message: 'The stream key was changed; encoder and viewers have to connect with the new one.',
  });
  return stream;
}
