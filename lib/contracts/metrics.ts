import { z } from 'zod';

export const alertLevelSchema = z.enum(['healthy', 'warning', 'critical']);
export type AlertLevel = z.infer<typeof alertLevelSchema>;

/** The periods until now that can be queried. */
export const metricsRanges = ['15m', '1h', '24h', '7d', '30d'] as const;
export type MetricsRange = (typeof metricsRanges)[number];

/** Query of GET /streams/{id}/metrics, besides its pages: a whole `range` as at most 500 points, all on one page. */
export const listMetricsQuerySchema = z.object({
  range: z.enum(metricsRanges, 'range must be 15m, 1h, 24h, 7d or 30d.').optional(),
});

/** One second of one stream, or several seconds aggregated. Null where nothing was measured. */
export const metricSchema = z.object({
  fps: z.number(),
  bitrate: z.number().describe('In kbit/s.'),
  latency_ms: z
    .number()
    .nullable()
    .describe(
      'From the encoder to the room, as measured on each frame: from its capture where the encoder says when that was, else from its sending, with half the round trip time.',
    ),
  dropped_frames: z
    .number()
    .int()
    .nullable()
    .describe('Frames that did not reach the room complete, since the stream was switched on.'),
  reconnect_count: z.number().int().describe('How often the encoder reconnected, since the stream was switched on.'),
  rtt_ms: z.number().nullable().describe('Round trip time between encoder and gateway.'),
  lost_packets: z.number().int().nullable().describe('SRT packets of this second whose first transmission was lost.'),
  retransmitted_packets: z.number().int().nullable().describe('SRT packets of this second that were retransmitted.'),
  loss_percent: z.number().nullable().describe('Lost packets as a share of all packets sent.'),
  gop_seconds: z.number().nullable().describe('The time between keyframes.'),
  audio_left_dbfs: z.number().nullable().describe('Peak of the second, at least -100.'),
  audio_right_dbfs: z.number().nullable(),
  quality_score: z.number().nullable().describe('0 to 100.'),
  alert_level: alertLevelSchema.nullable(),
  recorded_at: z.iso.datetime(),
});
export type MetricJson = z.infer<typeof metricSchema>;
