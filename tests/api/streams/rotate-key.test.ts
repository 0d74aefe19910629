import { describe, expect, test, vi } from 'vitest';
import { POST as rotateKey } from '@/app/api/v1/streams/[id]/rotate_key/route';
import { POST as rotateViewKey } from '@/app/api/v1/streams/[id]/rotate_view_key/route';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import { findStreamsByWrongKey } from '@/server/gateway/refusals/find-streams-by-wrong-key';
import { findStreamRoutes } from '@/server/gateway/store/stream-routes';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

const findRoute = async (key: string) => (await findStreamRoutes([key])).get(key) ?? null;
const findMeant = async (key: string) => (await findStreamsByWrongKey([key])).get(key) ?? null;

describe.each([
  {
    name: 'rotate_key',
    rotate: rotateKey,
    key: 'streamKey',
    attribute: 'stream_key',
    hash: 'formerKeyHash',
    keyKind: 'stream',
    code: 'key_changed',
    sentence: 'The stream key was changed.',
  },
  {
    name: 'rotate_view_key',
    rotate: rotateViewKey,
    key: 'viewKey',
    attribute: 'view_key',
    hash: 'formerViewKeyHash',
    keyKind: 'view',
    code: 'view_key_changed',
    sentence: 'The view key was changed.',
  },
] as const)('POST /streams/{id}/$name', ({ rotate, key, attribute, hash, keyKind, code, sentence }) => {
  test('gives the stream a new key of 192 bits, the old one opens nothing any more, and the other key stays', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const answer = await call(rotate, { method: 'POST', token, params: { id } });
    const after = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { [attribute]: after[key] } } } });
    expect(Buffer.from(after[key], 'base64url')).toHaveLength(24);
    expect(after[key]).not.toBe(before[key]);
    const changed = { [key]: after[key], [hash]: after[hash], updatedAt: after.updatedAt };
    expect(after).toEqual({ ...before, ...changed });
    expect(after[hash]).not.toContain(before[key]);
    expect(await findRoute(before[key])).toBeNull();
    expect(await findRoute(after[key])).toMatchObject({ route: { streamId: id }, keyKind });
    expect(await findMeant(before[key]), 'the stream of a former key is still known').toEqual({
      streamId: id,
      refusal: 'old_key',
    });
    await vi.waitFor(() =>
      expect(bus).toContainEqual({ type: 'stream_upsert', organizationId: actor.organizationId, streamId: id }),
    );
  });

  test('is kept in the history, without the key', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    await call(rotate, { method: 'POST', token, params: { id } });
    const stream = await db().stream.findUniqueOrThrow({ where: { id } });
    const incidents = await db().streamIncident.findMany({ where: { streamId: id } });
    expect(incidents).toMatchObject([{ code, message: expect.stringContaining(sentence) }]);
    expect(JSON.stringify(incidents)).not.toContain(stream[key]);
  });

  test('a key that was cut short or mistyped is known by its start, and nothing else is', async () => {
    const { actor } = await makeUser();
    const { id } = await makeStream(actor);
    const changed = `_-${newStreamKey().slice(2)}`;
    await db().stream.update({ where: { id }, data: { [key]: changed } });
    const mistyped = { streamId: id, refusal: 'mistyped_key' };
    expect(await findMeant(changed.slice(0, 12))).toEqual(mistyped);
    expect(await findMeant(`${changed.slice(0, -1)}~`)).toEqual(mistyped);
    expect(await findMeant(changed.slice(0, 11))).toBeNull();
    expect(await findMeant(changed.slice(1))).toBeNull();
    for (const wildcard of ['_', '%']) expect(await findMeant(wildcard.repeat(12))).toBeNull();
  });
});

test('a stream that an earlier version adds gets a view key of its own from the database', async () => {
  const { actor } = await makeUser();
  const { eventId, organizationId } = await makeStream(actor);
  const keys = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const identity = newStreamKey();
      const data = { id: crypto.randomUUID(), organizationId, eventId, name };
      const secrets = { streamKey: newStreamKey(), participantIdentity: identity };
      return (await db().stream.create({ data: { ...data, ...secrets } })).viewKey;
    }),
  );
  for (const key of keys) expect(key).toMatch(/^[\w-]{32}$/);
  expect(new Set(keys).size).toBe(2);
});
