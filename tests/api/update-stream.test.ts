import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { db } from '@/lib/core/db';
import { call } from '../support/api';
import { recordBus } from '../support/bus';
import { makeStream, makeUser } from '../support/factories';

const bus = recordBus();

describe('PATCH /streams/{id}', () => {
  test('renames the stream and nothing else, and says so on the bus', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const stream = { name: 'Stage right', status: 'active', stream_key: 'mine' };
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    expect(answer).toMatchObject({ status: 200, body: { data: { id, attributes: { name: 'Stage right' } } } });
    expect(await db().stream.findUnique({ where: { id } })).toEqual({
      ...before,
      name: 'Stage right',
      updatedAt: expect.any(Date),
    });
    const upsert = { type: 'stream_upsert', organizationId: actor.organizationId, streamId: id };
    await vi.waitFor(() => expect(bus).toEqual([{ ...upsert, isNew: true }, upsert]));
  });

  test.each([
    ['no stream', {}, 'stream', 'Stream is required.'],
    ['an empty name', { stream: { name: '' } }, 'stream.name', 'Stream name is required.'],
  ])('refuses %s', async (_, body, field, sentence) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(updateStream, { method: 'PATCH', token, params: { id }, body })).toMatchObject({
      status: 422,
      body: { error: { errors: { [field]: [sentence] } } },
    });
  });
});
