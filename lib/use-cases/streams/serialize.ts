import type { Audience } from '@/lib/auth/policy';
import { storedAcknowledgementsSchema, storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import { bondedLinkSchema } from '@/lib/contracts/bonded-link';
import { readSentence } from '@/lib/contracts/catalogue/catalogue';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import { storedFileSourceSchema } from '@/lib/contracts/file-source';
import { shownPtzSchema } from '@/lib/contracts/ptz';
import { type CurrentRecording, showUpload, storedRecorderSchema } from '@/lib/contracts/recordings';
import { replayOutSchema } from '@/lib/contracts/replay-out';
import { type StreamMedia, streamMediaSchema } from '@/lib/contracts/stream-media';
import { type StreamSetting, streamSettingNames, streamSettings } from '@/lib/contracts/stream-settings';
import {
  type IncidentJson,
  latencySchema,
  type MemberStreamJson,
  type ShownFinding,
  type StillJson,
  type StreamMediaJson,
  type ViewerStreamJson,
} from '@/lib/contracts/streams';
import { latencyMsOf } from '@/lib/core/srt-latency';
import type { Stream, StreamIncident } from '@/prisma/generated/client';
import { spareAfterMs } from './spare-columns';

// Made once: making a schema takes longer than using it.
const storedMedia = streamMediaSchema.nullable();
const shownReplay = replayOutSchema.nullable();
const storedLinks = bondedLinkSchema.array().nullable();

/** A stream for actors who may not read its secrets. */
export function serializeStreamForViewer(stream: Stream): ViewerStreamJson {
  return {
    id: stream.id,
    type: 'stream',
    attributes: {
      number: stream.number,
      name: stream.name,
      status: stream.status,
      signal: stream.signal,
      participant_identity: stream.participantIdentity,
      started_at: stream.startedAt?.toISOString() ?? null,
      stopped_at: stream.stoppedAt?.toISOString() ?? null,
      still_at: stream.stillAt?.toISOString() ?? null,
      event_id: stream.eventId,
      created_at: stream.createdAt.toISOString(),
    },
    relationships: { event: { data: { id: stream.eventId, type: 'event' } } },
  };
}

/** A stream for actors who may read its keys, its passphrase, its pod and its media. */
export function serializeStreamForMember(stream: Stream): MemberStreamJson {
  const forViewer = serializeStreamForViewer(stream);
  const latency = latencySchema.parse(stream.latency);
  return {
    ...forViewer,
    attributes: {
      ...forViewer.attributes,
      status_reason: stream.statusReason && readSentence(stream.codedStatusReason, stream.statusReason),
      stream_key: stream.streamKey,
      view_key: stream.viewKey,
      passphrase: stream.passphrase,
      ...settingsOf(stream),
      latency,
      pull_address: stream.pullAddress,
      file: storedFileSourceSchema.parse(stream.fileSource),
      replay: shownReplay.parse(stream.replay),
      latency_ms: latencyMsOf(latency, stream.rttMs),
      rtt_ms: stream.rttMs,
      bonded_links: stream.signal === 'live' ? storedLinks.parse(stream.bondedLinks) : null,
      pod_name: stream.podName,
      pod_ip: stream.podIp,
      media: mediaJson(storedMedia.parse(stream.media)),
      findings: findingsOf(stream),
      alarms: storedAlarmsSchema.parse(stream.alarms),
      recording: currentRecordingOf(stream),
      place: placeOf(stream),
      plan_place: planPlaceOf(stream),
      spare_id: stream.spareId,
      spare_after_seconds: spareAfterMs(stream) / 1_000,
      ptz: shownPtzSchema.parse(stream.ptz),
      protocol: stream.protocol,
    },
  };
}

const settingsOf = (stream: Stream) =>
  Object.fromEntries(streamSettingNames.map((name) => [name, stream[streamSettings[name].field]])) as Pick<
    MemberStreamJson['attributes'],
    StreamSetting
  >;

const placeOf = ({
  placeLatitude: latitude,
  placeLongitude: longitude,
}: Stream): MemberStreamJson['attributes']['place'] =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const planPlaceOf = ({ planX: x, planY: y }: Stream): MemberStreamJson['attributes']['plan_place'] =>
  x === null || y === null ? null : { x, y };

function mediaJson(media: StreamMedia | null): StreamMediaJson | null {
  if (!media) return null;
  const { video, audio, mode, choices } = media;
  return {
    video,
    audio: audio && { codec: audio.codec, sample_rate_hz: audio.sampleRateHz, channels: audio.channels },
    mode,
    reason: readSentence(media.codedReason, media.reason),
    choices: choices && {
      programs: choices.programs.map(({ number, hasVideo }) => ({ number, has_video: hasVideo })),
      program: choices.program,
      audio_tracks: choices.audioTracks,
      audio_track: choices.audioTrack,
    },
    capture_clock: media.captureClock,
    video_encoder: media.videoEncoder,
    spare_shown: media.spareShown,
  };
}

function currentRecordingOf({ recordingId, recorder }: Stream): CurrentRecording | null {
  if (recordingId === null) return null;
  const { startedAt, sizeBytes, behindMs, freePercent, freeBytes, fault, upload } =
    storedRecorderSchema.parse(recorder);
  return {
    id: recordingId,
    started_at: startedAt,
    size_bytes: sizeBytes,
    behind_ms: behindMs,
    free_percent: freePercent,
    free_bytes: freeBytes,
    fault,
    upload: upload && showUpload(upload),
  };
}

/** The diagnosis's findings, each with who has seen it. */
function findingsOf({ findings, acknowledgements }: Stream): ShownFinding[] {
  const seen = storedAcknowledgementsSchema.parse(acknowledgements);
  return readFindings(findings).map((finding) => {
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
export function serializeIncident(incident: StreamIncident): IncidentJson {
  const { id, code, severity, occurredAt } = incident;
  const message = readSentence(incident.codedMessage, incident.message);
  return { id, type: 'incident', attributes: { code, severity, message, occurred_at: occurredAt.toISOString() } };
}

/** The last picture of a stream's camera as the API shows it. */
export const serializeStill = (
  streamId: string,
  { takenAt, jpeg }: { takenAt: Date; jpeg: Uint8Array },
): StillJson => ({
  id: streamId,
  type: 'still',
  attributes: { taken_at: takenAt.toISOString(), jpeg: Buffer.from(jpeg).toString('base64') },
});
