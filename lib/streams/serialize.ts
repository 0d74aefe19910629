import { findingSchema, type IncidentJson, type StreamJson, streamMediaSchema } from '@/lib/contracts/streams';
import type { Stream, StreamIncident } from '@/prisma/generated/client';

/** What the API and the cable show of a stream. */
export function serializeStream(stream: Stream): StreamJson {
  return {
    id: stream.id,
    type: 'stream',
    attributes: {
      name: stream.name,
      status: stream.status,
      status_reason: stream.statusReason,
      signal: stream.signal,
      stream_key: stream.streamKey,
      passphrase: stream.passphrase,
      participant_identity: stream.participantIdentity,
      pod_name: stream.podName,
      pod_ip: stream.podIp,
      media: streamMediaSchema.nullable().parse(stream.media),
      findings: findingSchema.array().parse(stream.findings),
      started_at: stream.startedAt?.toISOString() ?? null,
      event_id: stream.eventId,
      protocol: stream.protocol,
      created_at: stream.createdAt.toISOString(),
    },
    relationships: { event: { data: { id: stream.eventId, type: 'event' } } },
  };
}

/** What the API shows of one line of a stream's history. */
export function serializeIncident({ id, code, severity, message, occurredAt }: StreamIncident): IncidentJson {
  return { id, type: 'incident', attributes: { code, severity, message, occurred_at: occurredAt.toISOString() } };
}
