import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { newStreamKey } from './new-stream-key';
import { recordIncident } from './state/record-incident';

/**
 * Gives a stream a new key. The old key opens nothing from now on, and the gateway disconnects whoever used it. Its hash
 * stays, so that the doctor recognizes an encoder that still uses it.
 * @throws AppError `not_found`
 */
export async function rotateKey(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.rotate_key');
  const { organizationId } = actor;
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
    message: 'The stream key was changed. Encoder and viewers need the new address.',
  });
  return stream;
}
