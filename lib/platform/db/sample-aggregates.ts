import { Prisma } from '@/prisma/generated/client';

/*
 * What several samples of one stream come to, for a list of columns in SELECT. Rates, times and scores are means; what
 * counts on (dropped frames, reconnects) and what an average would hide (GOP, audio peaks, alert level) is the
 * highest; packets of each second are summed up.
 */

const aggregates: readonly (readonly [column: string, field: string, aggregate: string])[] = [
  ['fps', 'fps', 'avg'],
  ['bitrate_kbps', 'bitrateKbps', 'avg'],
  ['reconnect_count', 'reconnectCount', 'max'],
  ['latency_ms', 'latencyMs', 'avg'],
  ['dropped_frames', 'droppedFrames', 'max'],
  ['rtt_ms', 'rttMs', 'avg'],
  ['lost_packets', 'lostPackets', 'sum'],
  ['retransmitted_packets', 'retransmittedPackets', 'sum'],
  ['loss_percent', 'lossPercent', 'avg'],
  ['gop_seconds', 'gopSeconds', 'max'],
  ['audio_left_dbfs', 'audioLeftDbfs', 'max'],
  ['audio_right_dbfs', 'audioRightDbfs', 'max'],
  ['quality_score', 'qualityScore', 'avg'],
  ['alert_level', 'alertLevel', 'max'],
];

/** A sum of integers is a bigint in Postgres; the column, and a number of JavaScript, is not. */
const maxCount = 2 ** 31 - 1;

const expression = (column: string, aggregate: string): string =>
  aggregate === 'sum' ? `least(sum(${column}), ${maxCount})::int` : `${aggregate}(${column})`;

/** Each aggregate under the name that StreamMetric has for it. */
export const sampleAggregates = Prisma.raw(
  aggregates.map(([column, field, aggregate]) => `${expression(column, aggregate)} AS "${field}"`).join(', '),
);

/** The columns that {@link sampleAggregates} fills, in its order, for INSERT. */
export const aggregatedColumns = Prisma.raw(aggregates.map(([column]) => column).join(', '));
