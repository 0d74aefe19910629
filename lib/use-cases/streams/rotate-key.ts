import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import type { Stream } from '@/prisma/generated/client';
import { replaceKey } from './replace-key';

/**
 * Gives a stream a new stream key, with which its encoder publishes; see {@link replaceKey}. Viewers stay connected.
 * @throws AppError `not_found`
 */
export async function rotateKey(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.rotate_key');
  return replaceKey(actor.organizationId, id, 'ingest', (tx, { name: thingName }) =>
    record(actor, { action: 'streams.rotate_key', thingType: 'stream', thingId: id, thingName }, tx),
  );
}
