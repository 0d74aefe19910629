import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import type { BondedLink } from '@/lib/contracts/bonded-link';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import type { FileSource } from '@/lib/contracts/file-source';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { SpareReturns } from '@/lib/contracts/stream-settings';
import type { StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import type { SpareTask, WorkerAddress } from '@/lib/contracts/worker-protocol';
import type { LatencyChoice } from '@/lib/core/srt-latency';

/** The worker that a stream's row names. It may have ended. */
export interface RecordedWorker {
  workerId: string;
  /** Where it runs; see WorkerDriver. Null in rows of an earlier version. */
  node: string | null;
  /** Null while it is being started. */
  address: WorkerAddress | null;
}

/** An open share link that shows the stream. */
export interface OpenShareLink {
  linkId: string;
  /** Whether it lets people hear the camera as well. */
  canHear: boolean;
  /** By Postgres's clock, in ISO 8601. */
  expiresAt: string;
}

/** A destination that is switched on. */
export interface LeasedDestination {
  id: string;
  revision: number;
  kind: string;
  address: string;
  /** Encrypted. */
  secrets: string;
  isProven: boolean;
}

/** The camera that takes the place of a stream that is lost. */
export interface LeasedSpare {
  streamId: string;
  name: string;
  program: number | null;
  audioTrack: number | null;
  afterMs: number;
  returns: SpareReturns;
  asked: NonNullable<SpareTask['asked']> | null;
  isOn: boolean;
  /** Null while it has none, and where the stream is a program: that is no spare. */
  worker: { workerId: string; host: string; controlPort: number } | null;
}

/** A stream whose lease the gateway holds. */
export interface LeasedStream {
  id: string;
  organizationId: string;
  eventId: string;
  eventName: string;
  number: number;
  name: string;
  sourceKind: SourceKind;
  /** Where a camera is pulled from, encrypted. */
  pullTarget: string | null;
  /** The recording that plays as this camera. */
  fileSource: FileSource | null;
  streamKey: string;
  viewKey: string;
  participantIdentity: string;
  passphrase: string | null;
  latency: LatencyChoice;
  /** The user's choice in a feed of several programs or audio tracks. */
  program: number | null;
  audioTrack: number | null;
  /** By how much the sound is moved against the picture; above 0 it is later. */
  audioDelayMs: number;
  /** The round trip of the encoder's link, where it was measured last. */
  rttMs: number | null;
  /** The links of an encoder that bonds several. */
  bondedLinks: BondedLink[] | null;
  status: StreamStatus;
  signal: StreamSignal;
  lostAt: Date | null;
  media: StreamMedia | null;
  findings: FoundProblem[];
  alarms: AlarmSettings;
  /** Its alarms are quiet until then. */
  alarmsMutedUntil: Date | null;
  generation: number;
  /** Its SRT players get frames this long after their capture; null: at once. It is the event's. */
  playersDelayMs: number | null;
  spare: LeasedSpare | null;
  /** The recording to write now; null for none. */
  recordingId: string | null;
  /** Null while no worker is recorded. */
  worker: RecordedWorker | null;
  /** In the rooms of these links the camera is published as well. A link of its event's id is the talkback. */
  shareLinks: OpenShareLink[];
  destinations: LeasedDestination[];
}

/** The parts of a stream that lie in other tables. */
export type LeasedParts = Pick<LeasedStream, 'shareLinks' | 'destinations'>;

/** A stream as its row alone says it. */
export type LeasedRow = Omit<LeasedStream, keyof LeasedParts | 'alarms' | 'findings'> & {
  alarms: unknown;
  findings: unknown;
  /** Differs after each change of the row, of its event's and of its spare's (Postgres' system column xmin). */
  version: string;
};

/** {@link LeasedRow.version}, likewise. */
export const leasedRowVersion = `streams.xmin::text || '-' ||
  (SELECT events.xmin::text FROM events WHERE events.id = streams.event_id) ||
  coalesce('-' || (SELECT spare.xmin::text FROM streams AS spare WHERE spare.id = streams.spare_stream_id), '')`;

/** The columns of {@link LeasedRow}, for SELECT and RETURNING of the table streams. */
export const leasedRowColumns = `
  ${leasedRowVersion} AS version,
  id, organization_id AS "organizationId", event_id AS "eventId", (SELECT events.name FROM events WHERE events.id = streams.event_id) AS "eventName", number, name, source_kind AS "sourceKind", pull_target AS "pullTarget", file_source AS "fileSource", stream_key AS "streamKey", view_key AS "viewKey", participant_identity AS "participantIdentity", passphrase, latency,
  program, audio_track AS "audioTrack", audio_delay_ms AS "audioDelayMs", rtt_ms AS "rttMs", bonded_links AS "bondedLinks", status,
  signal, lost_at AS "lostAt", media, findings, alarms, alarms_muted_until AS "alarmsMutedUntil", generation, recording_id AS "recordingId",
  (SELECT players_delay_ms FROM events WHERE events.id = streams.event_id AND keeps_players_in_step) AS "playersDelayMs",
  (
    SELECT jsonb_build_object(
      'streamId', spare.id, 'name', spare.name, 'program', spare.program, 'audioTrack', spare.audio_track,
      'afterMs', coalesce(streams.spare_after_ms, streams.spare_after_seconds * 1000),
      'returns', streams.spare_returns, 'isOn', spare.status IN ('provisioning', 'active'),
      'asked', CASE WHEN streams.spare_asked IS NOT NULL THEN jsonb_build_object(
        'shows', streams.spare_asked, 'atMs', round(extract(epoch FROM streams.spare_asked_at) * 1000)
      ) END,
      'worker', CASE
        WHEN spare.source_kind <> 'program' AND spare.pod_name IS NOT NULL AND spare.pod_ip IS NOT NULL
          AND spare.worker_control_port IS NOT NULL
        THEN jsonb_build_object(
          'workerId', spare.pod_name, 'host', spare.pod_ip, 'controlPort', spare.worker_control_port
        ) END
    ) FROM streams AS spare WHERE spare.id = streams.spare_stream_id
  ) AS spare,
  CASE WHEN pod_name IS NOT NULL THEN jsonb_build_object(
    'workerId', pod_name,
    'node', worker_node,
    'address', CASE WHEN worker_control_port IS NOT NULL THEN jsonb_build_object(
      'host', pod_ip, 'inputPort', worker_input_port, 'outputPort', worker_output_port,
      'controlPort', worker_control_port
    ) END
  ) END AS worker`;

/**
 * The open share links of the streams of gateway $1, and the talkbacks whose phones see and hear a stream. A talkback has
 * its event's id. Few of them are open at a time, so that this begins with them.
 */
export const openShareLinksQuery = `
  SELECT "streamId", jsonb_agg(
    jsonb_build_object('linkId', "linkId", 'canHear', "canHear", 'expiresAt', "expiresAt") ORDER BY "linkId"
  ) AS "shareLinks"
  FROM (
    SELECT streams.id AS "streamId", share_links.id AS "linkId", can_hear AS "canHear", expires_at AS "expiresAt"
    FROM share_links JOIN streams USING (event_id)
    WHERE lease_owner = $1 AND open_until > now() AND expires_at > now() AND revoked_at IS NULL
      AND (all_cameras OR EXISTS (
        SELECT 1 FROM share_link_streams WHERE share_link_id = share_links.id AND stream_id = streams.id
      ))
    UNION ALL
    SELECT streams.id, events.id, true, '9999-12-31'
    FROM events JOIN streams ON streams.event_id = events.id
    WHERE lease_owner = $1 AND return_source IS NOT NULL AND (
      return_source = streams.id::text OR return_source = 'program' AND (
        SELECT streams.id = ANY(program_ids) FROM tally_changes
        WHERE event_id = events.id ORDER BY occurred_at DESC, id DESC LIMIT 1
      )
    )
  ) AS open_rooms
  GROUP BY "streamId"`;

/** The destinations of the streams of gateway $1 that are switched on. */
export const destinationsQuery = `
  SELECT stream_id AS "streamId", jsonb_agg(
    jsonb_build_object(
      'id', destinations.id, 'revision', revision, 'kind', kind, 'address', address, 'secrets', secrets,
      'isProven', is_proven
    ) ORDER BY destinations.id
  ) AS destinations
  FROM destinations JOIN streams ON streams.id = stream_id
  WHERE lease_owner = $1 AND is_on
  GROUP BY stream_id`;
