import { describe, expect, test } from 'vitest';
import { GET as listIncidents } from '@/app/api/v1/streams/[id]/incidents/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';

describe('GET /streams/{id}/incidents', () => {
  test('answers the latest 50 lines of the history, newest first', async () => {
    const { actor, token } = await makeUser();
    const { id, organizationId } = await makeStream(actor);
    await db().streamIncident.createMany({
      data: Array.from({ length: 55 }, (_, index) => ({
        id: newId(),
        streamId: id,
        organizationId,
        code: 'refused',
        severity: 'warning' as const,
        message: `Refusal ${index}.`,
        occurredAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      })),
    });
    await startStream(actor, id);
    const { data } = (await call(listIncidents, { token, params: { id } })).body as { data: unknown[] };
    expect(data).toHaveLength(50);
    expect(data[0]).toMatchObject({
      type: 'incident',
      attributes: { code: 'status_provisioning', severity: 'info', message: 'Switched on.' },
    });
    expect(data[1]).toMatchObject({ attributes: { message: 'Refusal 54.', occurred_at: '2026-01-01T00:00:54.000Z' } });
    const query = { from: '2026-01-01T00:00:10Z', to: '2026-01-01T01:00:12+01:00' };
    const within = (await call(listIncidents, { token, params: { id }, query })).body as { data: unknown[] };
    expect(within.data).toMatchObject([12, 11, 10].map((index) => ({ attributes: { message: `Refusal ${index}.` } })));
  });
});
