import { randomBytes } from 'node:crypto';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { type Incident, recordIncident } from '@/lib/use-cases/streams/state/record-incident';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';

/**
 * Gives a stream a new stream key, with which its encoder publishes; see {@link replaceKey}. Viewers stay connected.
 * @throws AppError `not_found`
 */
export const rotateKey = defineUseCase(
  { action: 'streams.rotate_key', audit: 'streams.rotate_key' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    return replaceKey(actor.organizationId, id, 'ingest', (tx, { name }) => record(tx, { id, name }));
  },
);

/**
 * Gives a stream a new view key, with which players receive it; see {@link replaceKey}. The encoder stays connected.
 * @throws AppError `not_found`
 */
export const rotateViewKey = defineUseCase(
  { action: 'streams.rotate_view_key', audit: 'streams.rotate_view_key' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    return replaceKey(actor.organizationId, id, 'view', (tx, { name }) => record(tx, { id, name }));
  },
);

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
    const stream = await changeKey(tx, organizationId, id, use);
    await onReplaced(tx, stream);
    return stream;
  });
  await announceKey(organizationId, id, use);
  return stream;
}

/** {@link replaceKey} inside of a transaction, after which {@link announceKey} tells of it. @throws AppError `not_found` */
export async function changeKey(tx: Transaction, organizationId: string, id: string, use: KeyUse): Promise<Stream> {
  const [before] = await tx.$queryRaw<Record<KeyUse, string>[]>`
    SELECT stream_key AS ingest, view_key AS view FROM streams
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
  if (!before) throw streamNotFound();
  const [key, formerHash] = [newStreamKey(), hashStreamKey(before[use])];
  const data =
    use === 'ingest' ? { streamKey: key, formerKeyHash: formerHash } : { viewKey: key, formerViewKeyHash: formerHash };
  return tx.stream.update({ where: { id }, data });
}

/** Tells gateways and people that a key has changed. */
export async function announceKey(organizationId: string, streamId: string, use: KeyUse): Promise<void> {
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  await recordIncident(streamId, incidents[use]);
}

const streamKeyBytes = 24;

/** A new secret for one of a stream's SRT addresses: 192 random bits as base64url. */
export const newStreamKey = (): string => randomBytes(streamKeyBytes).toString('base64url');
