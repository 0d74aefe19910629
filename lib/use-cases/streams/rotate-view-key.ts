import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import type { Stream } from '@/prisma/generated/client';
import { replaceKey } from './replace-key';

/**
 * Gives a stream a new view key, with which players receive it; see {@link replaceKey}. The encoder stays connected.
 * @throws AppError `not_found`
 */
export async function rotateViewKey(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.rotate_view_key');
  return replaceKey(actor.organizationId, id, 'view', (tx, { name: thingName }) =>
    record(actor, { action: 'streams.rotate_view_key', thingType: 'stream', thingId: id, thingName }, tx),
  );
}
