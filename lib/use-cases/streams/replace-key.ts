import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { newStreamKey } from './new-stream-key';
import { type Incident, recordIncident } from './state/record-incident';

/** The access that a stream's key gives. */
export type KeyUse = 'ingest' | 'view';

const incidents = {
  ingest: { code: 'key_changed', severity: 'info', text: { code: 'stream_key_changed', figures: {} } },
  view: { code: 'view_key_changed', severity: 'info', text: { code: 'view_key_changed', figures: {} } },
} as const satisfies Record<KeyUse, Incident>;

/**
 * Gives a stream of this organization another stream key or view key. The old one opens nothing from now on, and the
 * gateway disconnects its users. Its hash stays, so that a device that still uses it is recognized.
 * @param onReplaced called in the transaction of the change
 * @throws AppError `not_found`
 */
export async function replaceKey(
  organizationId: string,
  id: string,
  use: KeyUse,
  onReplaced: (tx: Transaction, stream: Stream) => Promise<void>,
): Promise<Stream> {
  const stream = await db().$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Record<KeyUse, string>[]>`
      SELECT stream_key AS ingest, view_key AS view FROM streams
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    if (!before) throw streamNotFound();
    const [key, formerHash] = [newStreamKey(), hashStreamKey(before[use])];
    const data =
      use === 'ingest'
        ? { streamKey: key, formerKeyHash: formerHash }
        : { viewKey: key, formerViewKeyHash: formerHash };
    const stream = await tx.stream.update({ where: { id }, data });
    await onReplaced(tx, stream);
    return stream;
  });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
  await recordIncident(id, incidents[use]);
  return stream;
}
