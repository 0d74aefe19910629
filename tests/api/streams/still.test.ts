import { expect, test } from 'vitest';
import { GET as getStream } from '@/app/api/v1/streams/[id]/route';
import { GET as getStill } from '@/app/api/v1/streams/[id]/still/route';
import { db } from '@/lib/platform/db/db';
import { recordStill } from '@/server/gateway/store/stream-records';
import { call } from '../../support/api/api';
import { makeColleague, makeStream, makeUser } from '../../support/api/factories';

test('every member and viewer sees the last picture, and nobody else', async () => {
  const owner = await makeUser();
  const { id } = await makeStream(owner.actor);
  const read = (token?: string) => call(getStill, { ...(token && { token }), params: { id } });
  expect((await read(owner.token)).status, 'before there is one').toBe(404);

  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  await recordStill(id, first, new Date('2026-05-01T10:00:00Z'));
  await recordStill(id, second, new Date('2026-05-01T10:10:00Z'));
  const viewer = await makeColleague(owner.actor, 'viewer');
  for (const { token } of [owner, viewer]) {
    expect(await read(token)).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          type: 'still',
          attributes: { taken_at: '2026-05-01T10:10:00.000Z', jpeg: second.toString('base64') },
        },
      },
    });
  }
  const { body } = await call(getStream, { token: owner.token, params: { id } });
  expect(body).toMatchObject({ data: { attributes: { still_at: '2026-05-01T10:10:00.000Z' } } });
  expect((await read((await makeUser()).token)).status).toBe(404);
  expect((await read()).status).toBe(401);
});

test('a picture goes with its stream, and none is kept for a stream that is gone', async () => {
  const { actor } = await makeUser();
  const { id } = await makeStream(actor);
  await recordStill(id, Buffer.from('a picture'), new Date());
  await db().stream.delete({ where: { id } });
  await recordStill(id, Buffer.from('a late picture'), new Date());
  expect(await db().streamStill.count({ where: { streamId: id } })).toBe(0);
});
