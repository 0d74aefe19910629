import type { MetricsRange } from '@/lib/contracts/metrics';

/** The keys of all cached answers, from the whole to its parts. */
export const queryKeys = {
  authSessions: ['auth-sessions'] as const,
  events: ['events'] as const,
  event: (eventId: string) => ['events', eventId] as const,
  streams: ['streams'] as const,
  streamLists: ['streams', 'list'] as const,
  streamList: (eventId?: string) => ['streams', 'list', eventId ?? 'all'] as const,
  latestSample: (streamId: string) => ['metrics', streamId, 'latest'] as const,
  liveMetrics: (streamId: string) => ['metrics', streamId, 'live'] as const,
  metricsRange: (streamId: string, range: MetricsRange) => ['metrics', streamId, range] as const,
  plan: ['plan'] as const,
  webhooks: ['webhooks'] as const,
  webhookDeliveries: (webhookId: string) => ['webhooks', webhookId, 'deliveries'] as const,
  incidents: (streamId: string) => ['incidents', streamId] as const,
};
