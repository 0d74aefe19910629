import { describe, expect, test, vi } from 'vitest';
import { DELETE as deleteStream } from '@/app/api/v1/streams/[id]/route';
import { db } from '@/lib/platform/db/db';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('DELETE /streams/{id}', () => {
  test('deletes a stream that is on, with its history, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    await startStream(actor, id);
    expect(await call(deleteStream, { method: 'DELETE', token, params: { id } })).toMatchObject({ status: 204 });
    expect(await db().stream.findUnique({ where: { id } })).toBeNull();
    expect(await db().streamIncident.count({ where: { streamId: id } })).toBe(0);
    await vi.waitFor(() =>
      expect(bus.at(-1)).toEqual({ type: 'stream_remove', organizationId: actor.organizationId, streamId: id }),
    );
    expect(await call(deleteStream, { method: 'DELETE', token, params: { id } })).toMatchObject({ status: 404 });
  });
});
