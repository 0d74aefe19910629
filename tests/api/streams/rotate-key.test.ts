import { describe, expect, test, vi } from 'vitest';
import { POST as rotateKey } from '@/app/api/v1/streams/[id]/rotate_key/route';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/streams/new-stream-key';
import { findStreamByWrongKey } from '@/server/gateway/store/find-stream-by-wrong-key';
import { findStreamRoute } from '@/server/gateway/store/stream-routes';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('POST /streams/{id}/rotate_key', () => {
  test('gives the stream a new key of 192 bits, and the old one opens nothing any more', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const answer = await call(rotateKey, { method: 'POST', token, params: { id } });
    const after = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { stream_key: after.streamKey } } } });
    expect(Buffer.from(after.streamKey, 'base64url')).toHaveLength(24);
    expect(after.streamKey).not.toBe(before.streamKey);
    const { streamKey, formerKeyHash, updatedAt } = after;
    expect(after).toEqual({ ...before, streamKey, formerKeyHash, updatedAt });
    expect(formerKeyHash).not.toContain(before.streamKey);
    expect(await findStreamRoute(before.streamKey)).toBeNull();
    expect(await findStreamRoute(after.streamKey)).toMatchObject({ streamId: id });
    const whose = await findStreamByWrongKey(before.streamKey);
    expect(whose, 'but it is known whose it was').toEqual({ id, refusal: 'old_key' });
    await vi.waitFor(() =>
      expect(bus).toContainEqual({ type: 'stream_upsert', organizationId: actor.organizationId, streamId: id }),
    );
  });

  test('is kept in the history, without the key', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    await call(rotateKey, { method: 'POST', token, params: { id } });
    const { streamKey } = await db().stream.findUniqueOrThrow({ where: { id } });
    const incidents = await db().streamIncident.findMany({ where: { streamId: id } });
    expect(incidents).toMatchObject([
      { code: 'key_changed', message: expect.stringContaining('The stream key was changed') },
    ]);
    expect(JSON.stringify(incidents)).not.toContain(streamKey);
  });
});

test('a key that was cut short or mistyped is known by its start, and nothing else is', async () => {
  const { actor } = await makeUser();
  const { id } = await makeStream(actor);
  const streamKey = `_-${newStreamKey().slice(2)}`;
  await db().stream.update({ where: { id }, data: { streamKey } });
  const mistyped = { id, refusal: 'mistyped_key' };
  expect(await findStreamByWrongKey(streamKey.slice(0, 12))).toEqual(mistyped);
  expect(await findStreamByWrongKey(`${streamKey.slice(0, -1)}~`)).toEqual(mistyped);
  expect(await findStreamByWrongKey(streamKey.slice(0, 11))).toBeNull();
  expect(await findStreamByWrongKey(streamKey.slice(1))).toBeNull();
  for (const wildcard of ['_', '%']) expect(await findStreamByWrongKey(wildcard.repeat(12))).toBeNull();
});
