import { describe, expect, test } from 'vitest';
import { GET as listMetrics } from '@/app/api/v1/streams/[id]/metrics/route';
import { db } from '@/lib/core/db';
import type { Stream } from '@/prisma/generated/client';
import { call } from '../support/api';
import { makeStream, makeUser } from '../support/factories';

const second = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000);

const record = ({ id, organizationId }: Stream, count: number) =>
  db().streamMetric.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...{ streamId: id, organizationId, recordedAt: second(index) },
      ...{ fps: 29.97, bitrateKbps: 2000 + index, reconnectCount: 1 },
    })),
  });

describe('GET /streams/{id}/metrics', () => {
  test('answers the latest 100 samples, oldest first', async () => {
    const { actor, token } = await makeUser();
    const stream = await makeStream(actor);
    await record(stream, 103);
    const answer = await call(listMetrics, { token, params: { id: stream.id } });
    const { data } = answer.body as { data: unknown[] };
    expect(data).toHaveLength(100);
    expect(data[0]).toEqual({
      ...{ fps: 29.97, bitrate: 2003, latency_ms: null, dropped_frames: null, reconnect_count: 1 },
      ...{ quality_score: null, alert_level: null, recorded_at: second(3).toISOString() },
    });
    expect(data[99]).toMatchObject({ bitrate: 2102, recorded_at: second(102).toISOString() });
  });

  test('takes a limit', async () => {
    const { actor, token } = await makeUser();
    const stream = await makeStream(actor);
    await record(stream, 3);
    expect((await call(listMetrics, { token, params: { id: stream.id }, query: { limit: '2' } })).body).toMatchObject({
      data: [{ bitrate: 2001 }, { bitrate: 2002 }],
    });
  });

  test('answers an empty list for a stream that never was on', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect((await call(listMetrics, { token, params: { id } })).body).toEqual({ data: [] });
  });

  test.each(['0', '-1', '1001', '1.5', 'many', ''])('refuses the limit "%s"', async (limit) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(listMetrics, { token, params: { id }, query: { limit } })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { limit: [expect.any(String)] } } },
    });
  });
});
