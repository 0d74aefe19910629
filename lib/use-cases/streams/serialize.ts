import type { Audience } from '@/lib/auth/policy';
import { storedAcknowledgementsSchema, storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import {
  findingSchema,
  type IncidentJson,
  latencySchema,
  type MemberStreamJson,
  type ShownFinding,
  streamMediaSchema,
  type ViewerStreamJson,
} from '@/lib/contracts/streams';
import { latencyMsOf } from '@/lib/core/srt-latency';
import type { Stream, StreamIncident } from '@/prisma/generated/client';

// Made once: making a schema takes longer than using it.
const storedMedia = streamMediaSchema.nullable();
const storedFindings = findingSchema.array();

/** A stream for actors who may not read its secrets. */
export function serializeStreamForViewer(stream: Stream): ViewerStreamJson {
  return {
    id: stream.id,
    type: 'stream',
    attributes: {
      name: stream.name,
      status: stream.status,
      signal: stream.signal,
      participant_identity: stream.participantIdentity,
      started_at: stream.startedAt?.toISOString() ?? null,
      event_id: stream.eventId,
      created_at: stream.createdAt.toISOString(),
    },
    relationships: { event: { data: { id: stream.eventId, type: 'event' } } },
  };
}

/** A stream for actors who may read its secrets: its keys, its passphrase, its pod, and what arrives from the camera. */
export function serializeStreamForMember(stream: Stream): MemberStreamJson {
  const forViewer = serializeStreamForViewer(stream);
  const latency = latencySchema.parse(stream.latency);
  return {
    ...forViewer,
    attributes: {
      ...forViewer.attributes,
      status_reason: stream.statusReason,
      stream_key: stream.streamKey,
      view_key: stream.viewKey,
      passphrase: stream.passphrase,
      latency,
      latency_ms: latencyMsOf(latency, stream.rttMs),
      program: stream.program,
      audio_track: stream.audioTrack,
      rtt_ms: stream.rttMs,
      pod_name: stream.podName,
      pod_ip: stream.podIp,
      media: storedMedia.parse(stream.media),
      findings: findingsOf(stream),
      alarms: storedAlarmsSchema.parse(stream.alarms),
      protocol: stream.protocol,
    },
  };
}

/** The doctor's findings, each with who has seen it. */
function findingsOf({ findings, acknowledgements }: Stream): ShownFinding[] {
  const seen = storedAcknowledgementsSchema.parse(acknowledgements);
  return storedFindings.parse(findings).map((finding) => {
    const { since, by, at } = seen[finding.code] ?? {};
    return { ...finding, acknowledged: by && at && since === finding.since ? { by, at } : undefined };
  });
}

const serializers: Record<Audience, (stream: Stream) => MemberStreamJson | ViewerStreamJson> = {
  viewer: serializeStreamForViewer,
  member: serializeStreamForMember,
};

/** A stream as the API and the cable show it to an audience. */
export const serializeStream = (stream: Stream, audience: Audience) => serializers[audience](stream);

/** One line of a stream's history as the API shows it. */
export function serializeIncident({ id, code, severity, message, occurredAt }: StreamIncident): IncidentJson {
  return { id, type: 'incident', attributes: { code, severity, message, occurred_at: occurredAt.toISOString() } };
}
