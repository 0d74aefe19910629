import type { MetricsRange } from '@/lib/contracts/metrics';
import type { AuditQuery } from '@/lib/contracts/organization/audit';

/** The keys of all cached answers, from the whole to its parts. */
export const queryKeys = {
  authSessions: ['auth-sessions'] as const,
  members: ['members'] as const,
  invitations: ['invitations'] as const,
  events: ['events'] as const,
  event: (eventId: string) => ['events', eventId] as const,
  streams: ['streams'] as const,
  streamLists: ['streams', 'list'] as const,
  streamList: (eventId?: string) => ['streams', 'list', eventId ?? 'all'] as const,
  latestSample: (streamId: string) => ['metrics', streamId, 'latest'] as const,
  liveMetrics: (streamId: string) => ['metrics', streamId, 'live'] as const,
  metricsRange: (streamId: string, range: MetricsRange) => ['metrics', streamId, range] as const,
  lanAddresses: ['lan-addresses'] as const,
  plan: ['plan'] as const,
  preflight: ['preflight'] as const,
  mediaWay: ['media-way'] as const,
  webhooks: ['webhooks'] as const,
  webhookDeliveries: (webhookId: string) => ['webhooks', webhookId, 'deliveries'] as const,
  cameraInvites: (eventId: string) => ['camera-invites', eventId] as const,
  shareLinks: (eventId: string) => ['share-links', eventId] as const,
  incidents: (streamId: string) => ['incidents', streamId] as const,
  recordings: (eventId: string) => ['recordings', eventId] as const,
  recordingTimeline: (recordingId: string) => ['recordings', 'timeline', recordingId] as const,
  exports: (eventId: string) => ['exports', eventId] as const,
  presets: (eventId: string) => ['presets', eventId] as const,
  tallySources: (eventId: string) => ['tally-sources', eventId] as const,
  apiTokens: ['api-tokens'] as const,
  auditEntries: (filter: AuditQuery) => ['audit', 'entries', filter] as const,
  auditActors: ['audit', 'actors'] as const,
};
