import { describe, expect, test } from 'vitest';
import { GET as listMetrics } from '@/app/api/v1/streams/[id]/metrics/route';
import type { MetricJson } from '@/lib/contracts/metrics';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';

const second = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000);

const record = ({ id, organizationId }: Stream, count: number) =>
  db().streamMetric.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      streamId: id,
      organizationId,
      recordedAt: second(index),
      fps: 29.97,
      bitrateKbps: 2000 + index,
      reconnectCount: 1,
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
      fps: 29.97,
      bitrate: 2003,
      latency_ms: null,
      dropped_frames: null,
      reconnect_count: 1,
      rtt_ms: null,
      jitter_ms: null,
      lost_packets: null,
      retransmitted_packets: null,
      loss_percent: null,
      gop_seconds: null,
      audio_left_dbfs: null,
      audio_right_dbfs: null,
      loudness_lufs: null,
      short_term_lufs: null,
      players_margin_ms: null,
      quality_score: null,
      alert_level: null,
      recorded_at: second(3).toISOString(),
    });
    expect(data[99]).toMatchObject({ bitrate: 2102, recorded_at: second(102).toISOString() });
  });

  test('answers everything that a gateway records, to three decimals', async () => {
    const { actor, token } = await makeUser();
    const { id: streamId } = await makeStream(actor);
    await recordSamples([
      {
        streamId,
        measuredAtMs: performance.now(),
        fps: 29.970_029_97,
        bitrateKbps: 4_012.345_678,
        reconnectCount: 2,
        droppedFrames: 3,
        latencyMs: 137.4,
        rttMs: 30.8,
        jitterMs: 1.234_567,
        lostPackets: 4,
        retransmittedPackets: 5,
        lossPercent: 100 / 99,
        gopSeconds: 2,
        audioLeftDbfs: -18.25,
        audioRightDbfs: -100,
        loudnessLufs: -23.4,
        shortTermLufs: -22.25,
        playersMarginMs: -12.5,
        qualityScore: 96.5,
        alertLevel: 'warning',
      },
    ]);
    expect((await call(listMetrics, { token, params: { id: streamId } })).body).toEqual({
      data: [
        {
          fps: 29.97,
          bitrate: 4012.346,
          reconnect_count: 2,
          dropped_frames: 3,
          latency_ms: 137.4,
          rtt_ms: 30.8,
          jitter_ms: 1.235,
          lost_packets: 4,
          retransmitted_packets: 5,
          loss_percent: 1.01,
          gop_seconds: 2,
          audio_left_dbfs: -18.25,
          audio_right_dbfs: -100,
          loudness_lufs: -23.4,
          short_term_lufs: -22.25,
          players_margin_ms: -12.5,
          quality_score: 96.5,
          alert_level: 'warning',
          recorded_at: expect.any(String),
        },
      ],
      meta: { next_cursor: null },
    });
  });

  test('accepts a limit', async () => {
    const { actor, token } = await makeUser();
    const stream = await makeStream(actor);
    await record(stream, 3);
    expect((await call(listMetrics, { token, params: { id: stream.id }, query: { limit: '2' } })).body).toMatchObject({
      data: [{ bitrate: 2001 }, { bitrate: 2002 }],
    });
  });

  test('answers an empty list for a stream that was never on', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect((await call(listMetrics, { token, params: { id } })).body).toEqual({
      data: [],
      meta: { next_cursor: null },
    });
  });

  test.each(['0', '-1', '1001', '1.5', 'many', ''])('refuses the limit "%s"', async (limit) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(listMetrics, { token, params: { id }, query: { limit } })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { limit: [expect.any(String)] } } },
    });
  });

  test('aggregates a range to at most 500 points: means, and the maximum of counters', async () => {
    const { actor, token } = await makeUser();
    const { id: streamId, organizationId } = await makeStream(actor);
    const start = Math.floor((Date.now() - 900_000) / 1000) * 1000;
    await db().streamMetric.createMany({
      data: Array.from({ length: 899 }, (_, index) => ({
        streamId,
        organizationId,
        recordedAt: new Date(start + 1000 + index * 1000),
        fps: 30,
        bitrateKbps: index % 2 ? 1000 : 3000,
        reconnectCount: index > 600 ? 2 : 1,
        lostPackets: 3,
        audioLeftDbfs: index % 2 ? -40 : -20,
        alertLevel: index % 2 ? 'healthy' : 'critical',
      })),
    });
    const body = async (range: string) =>
      (await call(listMetrics, { token, params: { id: streamId }, query: { range } })).body as { data: MetricJson[] };
    const { data } = await body('15m');
    expect(data.length).toBeGreaterThan(440);
    expect(data.length).toBeLessThanOrEqual(500);
    expect(data[200]).toMatchObject({
      fps: 30,
      bitrate: 2000,
      reconnect_count: 1,
      latency_ms: null,
      lost_packets: 6,
      audio_left_dbfs: -20,
      alert_level: 'critical',
    });
    expect(data.at(-1)).toMatchObject({ reconnect_count: 2 });
    const times = data.map(({ recorded_at: at }) => at);
    expect(times).toEqual(times.toSorted());
    expect((await body('24h')).data.length).toBeLessThanOrEqual(6);
  });

  test('ranges over a day come from the minutes', async () => {
    const { actor, token } = await makeUser();
    const { id: streamId, organizationId } = await makeStream(actor);
    const minute = (ageMinutes: number, fps: number) => ({
      streamId,
      organizationId,
      recordedAt: new Date(Date.now() - ageMinutes * 60_000),
      fps,
      bitrateKbps: 4000,
      reconnectCount: 0,
    });
    await db().streamMetricMinute.createMany({ data: [minute(3 * 1440, 25), minute(10 * 1440, 50)] });
    await record({ id: streamId, organizationId } as Stream, 3);
    const answer = async (range: string) =>
      (await call(listMetrics, { token, params: { id: streamId }, query: { range } })).body;
    expect(await answer('24h')).toMatchObject({ data: [] });
    expect(await answer('7d')).toMatchObject({ data: [{ fps: 25, bitrate: 4000 }] });
    expect(await answer('30d')).toMatchObject({ data: [{ fps: 50 }, { fps: 25 }] });
  });

  test('a range contains nothing older', async () => {
    const { actor, token } = await makeUser();
    const stream = await makeStream(actor);
    await record(stream, 3);
    expect((await call(listMetrics, { token, params: { id: stream.id }, query: { range: '24h' } })).body).toEqual({
      data: [],
      meta: { next_cursor: null },
    });
  });

  test('refuses an unknown range', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(listMetrics, { token, params: { id }, query: { range: '2h' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { range: [expect.any(String)] } } },
    });
  });
});
