import { describe, expect, test, vi } from 'vitest';
import { POST as startStream } from '@/app/api/v1/streams/[id]/start/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';
import { isAboutStreams, recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('POST /streams/{id}/start', () => {
  test('sets the desired state, records it in the history, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(startStream, { method: 'POST', token, params: { id } })).toMatchObject({
      status: 200,
      body: { data: { id, attributes: { status: 'provisioning', started_at: null } } },
    });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ status: 'provisioning', generation: 1 });
    expect(await db().streamIncident.findMany({ where: { streamId: id } })).toMatchObject([
      { code: 'status_provisioning', severity: 'info', message: 'Switched on.', organizationId: actor.organizationId },
    ]);
    const upsert = { type: 'stream_upsert', organizationId: actor.organizationId, streamId: id };
    await vi.waitFor(() =>
      expect(bus.filter(isAboutStreams)).toEqual([
        { ...upsert, isNew: true },
        { ...upsert, isUnclaimed: true },
      ]),
    );
  });

  test.each(['provisioning', 'active'] as const)('changes nothing of a stream that is %s', async (status) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const before = await db().stream.update({ where: { id }, data: { status, generation: 3 } });
    expect(await call(startStream, { method: 'POST', token, params: { id } })).toMatchObject({
      status: 200,
      body: { data: { attributes: { status } } },
    });
    expect(await db().stream.findUnique({ where: { id } })).toEqual(before);
    expect(await db().streamIncident.count({ where: { streamId: id } })).toBe(0);
  });

  test.each(['stopping', 'stopped', 'error'] as const)('starts a stream again that is %s', async (status) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    await db().stream.update({ where: { id }, data: { status, statusReason: 'Why.', generation: 3 } });
    expect(await call(startStream, { method: 'POST', token, params: { id } })).toMatchObject({
      body: { data: { attributes: { status: 'provisioning', status_reason: null } } },
    });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ generation: 4 });
  });
});
