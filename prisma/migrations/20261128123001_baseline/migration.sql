-- All tables, as the 69 migrations before 1.0 left them. docs/decisions/0004 says how a database that has those gets here.

CREATE TYPE membership_role AS ENUM ('owner', 'admin', 'member', 'viewer');
CREATE TYPE stream_status AS ENUM ('idle', 'provisioning', 'active', 'stopping', 'stopped', 'error');
CREATE TYPE stream_signal AS ENUM ('none', 'connecting', 'live', 'lost');
CREATE TYPE alert_level AS ENUM ('healthy', 'warning', 'critical');
CREATE TYPE incident_severity AS ENUM ('info', 'warning', 'critical');
CREATE TYPE srt_direction AS ENUM ('ingest', 'view');
CREATE TYPE api_token_access AS ENUM ('read', 'write');
CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'delivered', 'failed');
CREATE TYPE tally_match AS ENUM ('name', 'number');
CREATE TYPE stream_source_kind AS ENUM ('srt', 'phone');
CREATE TYPE notice_state AS ENUM ('waiting', 'sending', 'sent', 'failed');

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text,
  first_name text NOT NULL,
  last_name text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  plan text NOT NULL DEFAULT 'free',
  chosen_plan text,
  billing_customer_id text,
  billing_subscription_id text,
  multiview_layout text,
  recordings_keep_days integer,
  recordings_max_gb integer,
  weekly_digest_since timestamptz(3),
  CONSTRAINT organizations_pkey PRIMARY KEY (id)
);

CREATE TABLE memberships (
  user_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  role membership_role NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT memberships_pkey PRIMARY KEY (user_id, organization_id)
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  last_seen_address text,
  user_agent text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE events (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  records_when_on boolean NOT NULL DEFAULT false,
  return_source text,
  wall jsonb,
  alarms jsonb NOT NULL DEFAULT '{}',
  alarms_muted_until timestamptz(3),
  floor_plan jsonb,
  CONSTRAINT events_pkey PRIMARY KEY (id)
);

CREATE TABLE streams (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  protocol text NOT NULL DEFAULT 'srt',
  stream_key text NOT NULL,
  participant_identity text NOT NULL,
  status stream_status NOT NULL DEFAULT 'idle',
  status_reason text,
  signal stream_signal NOT NULL DEFAULT 'none',
  generation integer NOT NULL DEFAULT 0,
  started_at timestamptz(3),
  pod_name text,
  pod_ip text,
  lease_owner text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL,
  findings jsonb NOT NULL DEFAULT '[]',
  media jsonb,
  passphrase text,
  former_key_hash text,
  worker_node text,
  worker_input_port integer,
  worker_output_port integer,
  worker_control_port integer,
  -- 184 random bits as base64url.
  view_key text NOT NULL DEFAULT translate(encode((uuid_send(gen_random_uuid())
    || substr(uuid_send(gen_random_uuid()), 1, 8)), 'base64'), '+/', '-_'),
  former_view_key_hash text,
  latency jsonb NOT NULL DEFAULT '"internet"',
  rtt_ms integer,
  lost_at timestamptz(3),
  alarms jsonb NOT NULL DEFAULT '{}',
  acknowledgements jsonb NOT NULL DEFAULT '{}',
  program integer,
  audio_track integer,
  coded_status_reason jsonb,
  recording_id uuid,
  recorder jsonb,
  records_when_on boolean NOT NULL DEFAULT false,
  source_kind stream_source_kind NOT NULL DEFAULT 'srt',
  number integer NOT NULL DEFAULT 0,
  stopped_at timestamptz(3),
  still_at timestamptz(3),
  alarms_muted_until timestamptz(3),
  place_latitude double precision,
  place_longitude double precision,
  sender text,
  plan_x double precision,
  plan_y double precision,
  CONSTRAINT streams_event_id_number_key UNIQUE (event_id, number) DEFERRABLE,
  CONSTRAINT streams_pkey PRIMARY KEY (id)
);

CREATE TABLE stream_metrics (
  stream_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  organization_id uuid NOT NULL,
  fps double precision NOT NULL,
  bitrate_kbps double precision NOT NULL,
  reconnect_count integer NOT NULL,
  latency_ms double precision,
  dropped_frames integer,
  quality_score double precision,
  alert_level alert_level,
  audio_left_dbfs double precision,
  audio_right_dbfs double precision,
  gop_seconds double precision,
  loss_percent double precision,
  lost_packets integer,
  retransmitted_packets integer,
  rtt_ms double precision,
  jitter_ms double precision,
  loudness_lufs double precision,
  short_term_lufs double precision,
  CONSTRAINT stream_metrics_pkey PRIMARY KEY (stream_id, recorded_at)
);

CREATE TABLE stream_incidents (
  id uuid NOT NULL,
  stream_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  severity incident_severity NOT NULL,
  message text NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  coded_message jsonb,
  CONSTRAINT stream_incidents_pkey PRIMARY KEY (id)
);

CREATE TABLE stream_metric_minutes (
  stream_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  organization_id uuid NOT NULL,
  fps double precision NOT NULL,
  bitrate_kbps double precision NOT NULL,
  reconnect_count integer NOT NULL,
  latency_ms double precision,
  dropped_frames integer,
  rtt_ms double precision,
  lost_packets integer,
  retransmitted_packets integer,
  loss_percent double precision,
  gop_seconds double precision,
  audio_left_dbfs double precision,
  audio_right_dbfs double precision,
  quality_score double precision,
  alert_level alert_level,
  jitter_ms double precision,
  live_seconds integer,
  live_kilobits double precision,
  min_bitrate_kbps double precision,
  max_bitrate_kbps double precision,
  frames_lost integer,
  reconnects integer,
  loss_percent_sum double precision,
  loss_seconds integer,
  latencies bytea,
  loudness_lufs double precision,
  short_term_lufs double precision,
  loudness bytea,
  short_terms bytea,
  CONSTRAINT stream_metric_minutes_pkey PRIMARY KEY (stream_id, recorded_at)
);

CREATE TABLE login_attempts (
  email text NOT NULL,
  address text NOT NULL,
  count integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  CONSTRAINT login_attempts_pkey PRIMARY KEY (email, address)
);

CREATE TABLE srt_sessions (
  gateway_id text NOT NULL,
  local_port integer NOT NULL,
  remote_address text NOT NULL,
  remote_port integer NOT NULL,
  socket_id bigint NOT NULL,
  stream_id uuid NOT NULL,
  direction srt_direction NOT NULL,
  stream_key_hash text NOT NULL,
  worker_id text NOT NULL,
  worker_local_port integer NOT NULL,
  worker_socket_id bigint NOT NULL,
  receive_latency_ms integer,
  CONSTRAINT srt_sessions_pkey PRIMARY KEY (gateway_id, local_port, remote_address, remote_port, socket_id)
);

CREATE TABLE gateways (
  id text NOT NULL,
  heartbeat integer NOT NULL DEFAULT 0,
  max_streams integer NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  recordings_free_percent integer,
  CONSTRAINT gateways_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE multiview_presets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  layout text NOT NULL,
  stream_order uuid[] NOT NULL,
  hides_off boolean NOT NULL,
  solo_stream_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT multiview_presets_pkey PRIMARY KEY (id)
);

CREATE TABLE invitations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  inviter_id uuid,
  role membership_role NOT NULL,
  email text,
  secret_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT invitations_pkey PRIMARY KEY (id)
);

CREATE TABLE password_resets (
  user_id uuid NOT NULL,
  secret_hash text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  organization_id uuid,
  maker_id uuid,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id)
);

CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject)
);

CREATE TABLE sso_sign_ins (
  code_hash text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT sso_sign_ins_pkey PRIMARY KEY (code_hash)
);

CREATE TABLE audit_entries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_type text NOT NULL,
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  thing_type text NOT NULL,
  thing_id uuid NOT NULL,
  thing_name text,
  detail text,
  address text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE api_tokens (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  token_hash text NOT NULL,
  token_end text NOT NULL,
  access api_token_access NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text,
  maker_id uuid,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (id)
);

CREATE TABLE share_links (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_by_id uuid,
  name text NOT NULL,
  secret_hash text NOT NULL,
  all_cameras boolean NOT NULL,
  can_hear boolean NOT NULL,
  password_hash text,
  max_viewers integer,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  open_until timestamptz(3),
  viewers integer NOT NULL DEFAULT 0,
  viewer_seconds double precision NOT NULL DEFAULT 0,
  counted_at timestamptz(3),
  surplus_viewers integer NOT NULL DEFAULT 0,
  recorded_from timestamptz(3),
  recorded_to timestamptz(3),
  follows boolean NOT NULL DEFAULT false,
  CONSTRAINT share_links_pkey PRIMARY KEY (id)
);

CREATE TABLE share_link_streams (
  share_link_id uuid NOT NULL,
  stream_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT share_link_streams_pkey PRIMARY KEY (share_link_id, stream_id)
);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  secret text NOT NULL,
  former_secret text,
  former_secret_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  position bigserial NOT NULL,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL,
  type text NOT NULL,
  stream_id uuid,
  data jsonb NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  status webhook_delivery_status NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  duration_ms integer,
  response_status integer,
  response_body text,
  error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);

CREATE TABLE email_changes (
  user_id uuid NOT NULL,
  email text NOT NULL,
  secret_hash text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT email_changes_pkey PRIMARY KEY (user_id)
);

CREATE TABLE tally_sources (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  match_by tally_match NOT NULL DEFAULT 'name',
  mapping jsonb NOT NULL DEFAULT '{}',
  inputs jsonb NOT NULL DEFAULT '[]',
  is_live boolean NOT NULL DEFAULT false,
  reported_at timestamptz(3),
  valid_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  problem text,
  CONSTRAINT tally_sources_pkey PRIMARY KEY (id)
);

CREATE TABLE share_places (
  share_link_id uuid NOT NULL,
  viewer_id text NOT NULL,
  held_until timestamptz(3) NOT NULL,
  CONSTRAINT share_places_pkey PRIMARY KEY (share_link_id, viewer_id)
);

CREATE TABLE recordings (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  stream_id uuid,
  camera_name text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  size_bytes bigint NOT NULL DEFAULT 0,
  uploads jsonb NOT NULL DEFAULT '{}',
  offset_ms integer NOT NULL DEFAULT 0,
  CONSTRAINT recordings_pkey PRIMARY KEY (id)
);

CREATE TABLE recording_exports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  format text NOT NULL,
  recording_ids uuid[],
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  progress double precision NOT NULL DEFAULT 0,
  remaining_ms integer,
  fault text,
  files jsonb NOT NULL DEFAULT '[]',
  attempts integer NOT NULL DEFAULT 0,
  lease_owner text,
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  CONSTRAINT recording_exports_pkey PRIMARY KEY (id)
);

CREATE TABLE camera_invites (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_by_id uuid,
  label text NOT NULL,
  secret_hash text NOT NULL,
  max_uses integer NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT camera_invites_pkey PRIMARY KEY (id)
);

CREATE TABLE phones (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  invite_id uuid NOT NULL,
  stream_id uuid NOT NULL,
  device_secret_hash text NOT NULL,
  person text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reported_at timestamptz(3),
  battery_percent integer,
  is_charging boolean,
  network text,
  bitrate_kbps integer,
  message_id uuid,
  message text,
  message_at timestamptz(3),
  acknowledged_at timestamptz(3),
  latitude double precision,
  longitude double precision,
  accuracy_m double precision,
  position_at timestamptz(3),
  CONSTRAINT phones_pkey PRIMARY KEY (id)
);

CREATE TABLE recording_removals (
  recording_id uuid NOT NULL,
  deleted_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  bucket_emptied_at timestamptz(3),
  CONSTRAINT recording_removals_pkey PRIMARY KEY (recording_id)
);

CREATE TABLE tally_changes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  program_ids uuid[],
  preview_ids uuid[],
  CONSTRAINT tally_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE event_marks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT event_marks_pkey PRIMARY KEY (id)
);

CREATE TABLE viewer_minutes (
  room_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  viewer_seconds double precision NOT NULL DEFAULT 0,
  peak integer NOT NULL DEFAULT 0,
  counted_at timestamptz(3) NOT NULL,
  CONSTRAINT viewer_minutes_pkey PRIMARY KEY (room_id, recorded_at)
);

CREATE TABLE stream_problems (
  stream_id uuid NOT NULL,
  code text NOT NULL,
  began_at timestamptz(3) NOT NULL,
  organization_id uuid NOT NULL,
  severity incident_severity NOT NULL,
  figures jsonb NOT NULL DEFAULT '{}',
  ended_at timestamptz(3),
  CONSTRAINT stream_problems_pkey PRIMARY KEY (stream_id, code, began_at)
);

CREATE TABLE installation (
  is_only boolean NOT NULL DEFAULT true,
  identity text NOT NULL DEFAULT '',
  paused_at timestamptz(3),
  backed_up_at timestamptz(3),
  CONSTRAINT installation_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_is_only CHECK (is_only)
);

CREATE TABLE show_reports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  report jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  link_hash text,
  CONSTRAINT show_reports_pkey PRIMARY KEY (id)
);

CREATE TABLE stream_stills (
  stream_id uuid NOT NULL,
  jpeg bytea NOT NULL,
  CONSTRAINT stream_stills_pkey PRIMARY KEY (stream_id)
);

CREATE TABLE signing_keys (
  is_only boolean NOT NULL DEFAULT true,
  private_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (is_only),
  CONSTRAINT signing_keys_is_only_check CHECK (is_only)
);

CREATE TABLE camera_days (
  stream_id uuid NOT NULL,
  day date NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_name text NOT NULL,
  camera_name text NOT NULL,
  source_kind text NOT NULL,
  live_seconds integer NOT NULL,
  bytes_in double precision NOT NULL,
  bytes_recorded double precision NOT NULL,
  frames_lost integer NOT NULL,
  outages integer NOT NULL,
  rtt_ms double precision,
  loss_percent double precision,
  encoder text,
  bytes_to_players double precision NOT NULL DEFAULT 0,
  CONSTRAINT camera_days_pkey PRIMARY KEY (stream_id, day)
);

CREATE TABLE event_days (
  event_id uuid NOT NULL,
  day date NOT NULL,
  organization_id uuid NOT NULL,
  event_name text NOT NULL,
  viewer_seconds double precision NOT NULL,
  CONSTRAINT event_days_pkey PRIMARY KEY (event_id, day)
);

CREATE TABLE organization_days (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  peak_cameras integer NOT NULL,
  CONSTRAINT organization_days_pkey PRIMARY KEY (organization_id, day)
);

CREATE TABLE kept_days (
  day date NOT NULL,
  seconds double precision NOT NULL,
  kept_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT kept_days_pkey PRIMARY KEY (day)
);

CREATE TABLE notices (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  report_id uuid,
  week date,
  state notice_state NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_subject_check CHECK ((num_nonnulls(report_id, week) = 1))
);

CREATE TABLE player_days (
  stream_id uuid NOT NULL,
  day date NOT NULL,
  organization_id uuid NOT NULL,
  bytes double precision NOT NULL,
  CONSTRAINT player_days_pkey PRIMARY KEY (stream_id, day)
);

CREATE TABLE floor_plan_images (
  event_id uuid NOT NULL,
  image bytea NOT NULL,
  CONSTRAINT floor_plan_images_pkey PRIMARY KEY (event_id)
);

CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX memberships_organization_id_idx ON memberships (organization_id);
CREATE INDEX sessions_organization_id_idx ON sessions (organization_id);
CREATE INDEX sessions_revoked_at_idx ON sessions (revoked_at);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX events_organization_id_created_at_idx ON events (organization_id, created_at);
CREATE INDEX events_return_source_idx ON events (return_source);
CREATE INDEX streams_event_id_created_at_idx ON streams (event_id, created_at);
CREATE INDEX streams_former_key_hash_idx ON streams (former_key_hash);
CREATE INDEX streams_former_view_key_hash_idx ON streams (former_view_key_hash);
CREATE INDEX streams_lease_owner_idx ON streams (lease_owner);
CREATE INDEX streams_organization_id_created_at_idx ON streams (organization_id, created_at);
CREATE UNIQUE INDEX streams_participant_identity_key ON streams (participant_identity);
CREATE INDEX streams_status_idx ON streams (status);
CREATE INDEX streams_stream_key_idx ON streams (stream_key text_pattern_ops);
CREATE UNIQUE INDEX streams_stream_key_key ON streams (stream_key);
CREATE INDEX streams_unclaimed_idx ON streams (created_at) 
  WHERE lease_owner IS NULL AND status IN ('provisioning', 'active', 'stopping');
CREATE INDEX streams_view_key_idx ON streams (view_key text_pattern_ops);
CREATE UNIQUE INDEX streams_view_key_key ON streams (view_key);
CREATE INDEX stream_metrics_recorded_at_idx ON stream_metrics (recorded_at);
CREATE INDEX stream_incidents_occurred_at_idx ON stream_incidents (occurred_at);
CREATE INDEX stream_incidents_stream_id_occurred_at_id_idx ON stream_incidents (stream_id, occurred_at, id);
CREATE INDEX stream_metric_minutes_recorded_at_idx ON stream_metric_minutes (recorded_at);
CREATE INDEX login_attempts_started_at_idx ON login_attempts (started_at);
CREATE INDEX srt_sessions_stream_id_idx ON srt_sessions (stream_id);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);
CREATE UNIQUE INDEX multiview_presets_event_id_name_key ON multiview_presets (event_id, name);
CREATE INDEX invitations_inviter_id_idx ON invitations (inviter_id);
CREATE INDEX invitations_organization_id_created_at_idx ON invitations (organization_id, created_at);
CREATE UNIQUE INDEX invitations_secret_hash_key ON invitations (secret_hash);
CREATE INDEX password_resets_maker_id_organization_id_idx ON password_resets (maker_id, organization_id);
CREATE UNIQUE INDEX password_resets_secret_hash_key ON password_resets (secret_hash);
CREATE INDEX user_identities_user_id_idx ON user_identities (user_id);
CREATE INDEX sso_sign_ins_expires_at_idx ON sso_sign_ins (expires_at);
CREATE INDEX sso_sign_ins_user_id_idx ON sso_sign_ins (user_id);
CREATE INDEX audit_entries_occurred_at_idx ON audit_entries (occurred_at);
CREATE INDEX audit_entries_organization_id_occurred_at_id_idx ON audit_entries (organization_id, occurred_at, id);
CREATE INDEX api_tokens_maker_id_idx ON api_tokens (maker_id);
CREATE INDEX api_tokens_organization_id_idx ON api_tokens (organization_id);
CREATE INDEX api_tokens_revoked_at_idx ON api_tokens (revoked_at);
CREATE UNIQUE INDEX api_tokens_token_hash_key ON api_tokens (token_hash);
CREATE INDEX share_links_created_by_id_idx ON share_links (created_by_id);
CREATE INDEX share_links_event_id_created_at_idx ON share_links (event_id, created_at);
CREATE INDEX share_links_open_until_idx ON share_links (open_until);
CREATE INDEX share_links_organization_id_idx ON share_links (organization_id);
CREATE UNIQUE INDEX share_links_secret_hash_key ON share_links (secret_hash);
CREATE INDEX share_link_streams_stream_id_idx ON share_link_streams (stream_id);
CREATE INDEX webhook_endpoints_organization_id_created_at_idx ON webhook_endpoints (organization_id, created_at);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_endpoint_id_created_at_id_idx ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_order_idx ON webhook_deliveries (endpoint_id, stream_id, "position")
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_organization_id_idx ON webhook_deliveries (organization_id);
CREATE UNIQUE INDEX email_changes_secret_hash_key ON email_changes (secret_hash);
CREATE UNIQUE INDEX tally_sources_event_id_name_key ON tally_sources (event_id, name);
CREATE INDEX tally_sources_is_live_idx ON tally_sources (is_live);
CREATE INDEX tally_sources_organization_id_idx ON tally_sources (organization_id);
CREATE INDEX recordings_event_id_started_at_idx ON recordings (event_id, started_at);
CREATE INDEX recordings_organization_id_idx ON recordings (organization_id);
CREATE INDEX recordings_stream_id_idx ON recordings (stream_id);
CREATE INDEX recording_exports_event_id_created_at_idx ON recording_exports (event_id, created_at);
CREATE INDEX recording_exports_organization_id_created_at_idx ON recording_exports (organization_id, created_at);
CREATE INDEX recording_exports_status_created_at_idx ON recording_exports (status, created_at);
CREATE INDEX camera_invites_created_by_id_idx ON camera_invites (created_by_id);
CREATE INDEX camera_invites_event_id_created_at_idx ON camera_invites (event_id, created_at);
CREATE INDEX camera_invites_organization_id_idx ON camera_invites (organization_id);
CREATE UNIQUE INDEX camera_invites_secret_hash_key ON camera_invites (secret_hash);
CREATE UNIQUE INDEX phones_device_secret_hash_key ON phones (device_secret_hash);
CREATE INDEX phones_event_id_idx ON phones (event_id);
CREATE INDEX phones_invite_id_idx ON phones (invite_id);
CREATE INDEX phones_organization_id_idx ON phones (organization_id);
CREATE INDEX phones_position_at_idx ON phones (position_at);
CREATE UNIQUE INDEX phones_stream_id_key ON phones (stream_id);
CREATE INDEX recording_removals_deleted_at_idx ON recording_removals (deleted_at);
CREATE INDEX tally_changes_event_id_occurred_at_idx ON tally_changes (event_id, occurred_at);
CREATE INDEX event_marks_event_id_at_id_idx ON event_marks (event_id, at, id);
CREATE INDEX event_marks_organization_id_idx ON event_marks (organization_id);
CREATE INDEX viewer_minutes_event_id_recorded_at_idx ON viewer_minutes (event_id, recorded_at);
CREATE INDEX viewer_minutes_recorded_at_idx ON viewer_minutes (recorded_at);
CREATE INDEX stream_problems_began_at_idx ON stream_problems (began_at);
CREATE INDEX stream_problems_stream_id_began_at_idx ON stream_problems (stream_id, began_at);
CREATE UNIQUE INDEX show_reports_event_id_starts_at_ends_at_key ON show_reports (event_id, starts_at, ends_at);
CREATE UNIQUE INDEX show_reports_link_hash_key ON show_reports (link_hash);
CREATE INDEX show_reports_organization_id_ends_at_idx ON show_reports (organization_id, ends_at);
CREATE INDEX camera_days_day_idx ON camera_days (day);
CREATE INDEX camera_days_organization_id_day_idx ON camera_days (organization_id, day);
CREATE INDEX event_days_day_idx ON event_days (day);
CREATE INDEX event_days_organization_id_day_idx ON event_days (organization_id, day);
CREATE INDEX organization_days_day_idx ON organization_days (day);
CREATE INDEX notices_created_at_idx ON notices (created_at);
CREATE UNIQUE INDEX notices_organization_id_week_user_id_key ON notices (organization_id, week, user_id);
CREATE UNIQUE INDEX notices_report_id_user_id_key ON notices (report_id, user_id);
CREATE INDEX notices_state_next_attempt_at_idx ON notices (state, next_attempt_at);
CREATE INDEX notices_user_id_idx ON notices (user_id);
CREATE INDEX player_days_day_idx ON player_days (day);

ALTER TABLE memberships
  ADD CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE memberships
  ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE events
  ADD CONSTRAINT events_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE streams
  ADD CONSTRAINT streams_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE streams
  ADD CONSTRAINT streams_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stream_metrics
  ADD CONSTRAINT stream_metrics_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stream_incidents
  ADD CONSTRAINT stream_incidents_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stream_metric_minutes
  ADD CONSTRAINT stream_metric_minutes_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE srt_sessions
  ADD CONSTRAINT srt_sessions_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE multiview_presets
  ADD CONSTRAINT multiview_presets_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitations
  ADD CONSTRAINT invitations_inviter_id_fkey FOREIGN KEY (inviter_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE invitations
  ADD CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE password_resets
  ADD CONSTRAINT password_resets_maker_id_fkey FOREIGN KEY (maker_id, organization_id)
  REFERENCES memberships (user_id, organization_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE password_resets
  ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_identities
  ADD CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sso_sign_ins
  ADD CONSTRAINT sso_sign_ins_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE audit_entries
  ADD CONSTRAINT audit_entries_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_tokens
  ADD CONSTRAINT api_tokens_maker_id_fkey FOREIGN KEY (maker_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE api_tokens
  ADD CONSTRAINT api_tokens_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE share_links
  ADD CONSTRAINT share_links_created_by_id_fkey FOREIGN KEY (created_by_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE share_links
  ADD CONSTRAINT share_links_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE share_links
  ADD CONSTRAINT share_links_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE share_link_streams
  ADD CONSTRAINT share_link_streams_share_link_id_fkey FOREIGN KEY (share_link_id)
  REFERENCES share_links (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE share_link_streams
  ADD CONSTRAINT share_link_streams_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoints
  ADD CONSTRAINT webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id)
  REFERENCES webhook_endpoints (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_changes
  ADD CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tally_sources
  ADD CONSTRAINT tally_sources_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE share_places
  ADD CONSTRAINT share_places_share_link_id_fkey FOREIGN KEY (share_link_id)
  REFERENCES share_links (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recordings
  ADD CONSTRAINT recordings_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recordings
  ADD CONSTRAINT recordings_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recordings
  ADD CONSTRAINT recordings_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE recording_exports
  ADD CONSTRAINT recording_exports_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recording_exports
  ADD CONSTRAINT recording_exports_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE camera_invites
  ADD CONSTRAINT camera_invites_created_by_id_fkey FOREIGN KEY (created_by_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE camera_invites
  ADD CONSTRAINT camera_invites_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE camera_invites
  ADD CONSTRAINT camera_invites_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phones
  ADD CONSTRAINT phones_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phones
  ADD CONSTRAINT phones_invite_id_fkey FOREIGN KEY (invite_id)
  REFERENCES camera_invites (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phones
  ADD CONSTRAINT phones_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phones
  ADD CONSTRAINT phones_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tally_changes
  ADD CONSTRAINT tally_changes_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_marks
  ADD CONSTRAINT event_marks_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_marks
  ADD CONSTRAINT event_marks_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE viewer_minutes
  ADD CONSTRAINT viewer_minutes_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stream_problems
  ADD CONSTRAINT stream_problems_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE show_reports
  ADD CONSTRAINT show_reports_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE show_reports
  ADD CONSTRAINT show_reports_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stream_stills
  ADD CONSTRAINT stream_stills_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE camera_days
  ADD CONSTRAINT camera_days_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_days
  ADD CONSTRAINT event_days_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_days
  ADD CONSTRAINT organization_days_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices
  ADD CONSTRAINT notices_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices
  ADD CONSTRAINT notices_report_id_fkey FOREIGN KEY (report_id)
  REFERENCES show_reports (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notices
  ADD CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id)
  REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE player_days
  ADD CONSTRAINT player_days_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE floor_plan_images
  ADD CONSTRAINT floor_plan_images_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;

-- The outbox (docs/decisions/0046). Triggers write a delivery for each endpoint that wants an event, in the transaction of
-- the change itself, whichever program, version or query makes it. An organization that is being deleted gets none.
-- FOR KEY SHARE waits for the deletion of a webhook and then leaves it out; the foreign key would make the change fail.
CREATE FUNCTION webhook_enqueue(organization uuid, stream uuid, event_type text, event_data jsonb) RETURNS void LANGUAGE sql AS $$
  WITH message AS MATERIALIZED (SELECT gen_random_uuid() AS id, clock_timestamp() AS at)
  INSERT INTO webhook_deliveries
    (id, organization_id, endpoint_id, message_id, type, stream_id, data, occurred_at, created_at, next_attempt_at)
  SELECT gen_random_uuid(), organization, endpoint.id, message.id, event_type, stream, event_data,
    message.at, message.at, message.at
  FROM message, webhook_endpoints AS endpoint JOIN organizations ON organizations.id = endpoint.organization_id
  WHERE endpoint.organization_id = organization AND endpoint.is_on AND event_type = ANY (endpoint.event_types)
  FOR KEY SHARE OF endpoint, organizations
$$;

-- A stream as every payload shows it: nothing that opens it.
CREATE FUNCTION webhook_stream(stream streams) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('id', stream.id, 'number', stream.number, 'name', stream.name, 'event_id', stream.event_id)
$$;

CREATE FUNCTION webhook_on_stream() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown jsonb;
  finding jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM webhook_enqueue(OLD.organization_id, OLD.id, 'stream.deleted', jsonb_build_object('stream', webhook_stream(OLD)));
    RETURN NULL;
  END IF;
  shown := jsonb_build_object('stream', webhook_stream(NEW));
  IF TG_OP = 'INSERT' THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.created', shown);
    RETURN NULL;
  END IF;
  IF NEW.status <> OLD.status THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.status_changed', shown
      || jsonb_build_object('status', NEW.status, 'previous_status', OLD.status, 'reason', NEW.status_reason));
  END IF;
  IF NEW.signal <> OLD.signal THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.signal_changed', shown
      || jsonb_build_object('signal', NEW.signal, 'previous_signal', OLD.signal));
  END IF;
  IF NEW.findings <> OLD.findings THEN
    FOR finding IN SELECT value FROM jsonb_array_elements(OLD.findings)
      WHERE NOT NEW.findings @> jsonb_build_array(jsonb_build_object('code', value -> 'code'))
    LOOP
      PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.problem_solved', shown
        || jsonb_build_object('problem', finding - 'settings' - 'figures'));
    END LOOP;
    FOR finding IN SELECT value FROM jsonb_array_elements(NEW.findings)
      WHERE NOT OLD.findings @> jsonb_build_array(jsonb_build_object('code', value -> 'code'))
    LOOP
      PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.problem_found', shown
        || jsonb_build_object('problem', finding - 'settings' - 'figures'));
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_stream_made_or_gone AFTER INSERT OR DELETE ON streams
  FOR EACH ROW EXECUTE FUNCTION webhook_on_stream();
CREATE TRIGGER webhook_on_stream_changed AFTER UPDATE ON streams
  FOR EACH ROW WHEN ((old.status <> new.status) OR (old.signal <> new.signal) OR (old.findings <> new.findings))
  EXECUTE FUNCTION webhook_on_stream();

CREATE FUNCTION webhook_on_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'stream.incident',
    jsonb_build_object('stream', webhook_stream(streams), 'incident',
      jsonb_build_object('code', NEW.code, 'severity', NEW.severity, 'message', NEW.message)))
  FROM streams WHERE streams.id = NEW.stream_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_incident AFTER INSERT ON stream_incidents
  FOR EACH ROW EXECUTE FUNCTION webhook_on_incident();

-- The alert level is in the samples alone. A gateway inserts all of a second in one statement.
CREATE FUNCTION webhook_on_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM webhook_endpoints WHERE is_on AND 'stream.alert_level_changed' = ANY (event_types)) THEN
    PERFORM webhook_enqueue(sample.organization_id, sample.stream_id, 'stream.alert_level_changed',
      jsonb_build_object('stream', webhook_stream(streams), 'alert_level', sample.alert_level,
        'previous_alert_level', coalesce(earlier.alert_level, 'healthy'), 'quality_score', sample.quality_score))
    FROM inserted AS sample
    JOIN streams ON streams.id = sample.stream_id
    LEFT JOIN LATERAL (
      SELECT alert_level FROM stream_metrics
      WHERE stream_id = sample.stream_id AND recorded_at < sample.recorded_at AND alert_level IS NOT NULL
      ORDER BY recorded_at DESC LIMIT 1
    ) AS earlier ON true
    WHERE sample.alert_level <> coalesce(earlier.alert_level, 'healthy');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_samples AFTER INSERT ON stream_metrics REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_on_samples();

CREATE FUNCTION note_recording_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recording_removals (recording_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER recording_removal AFTER DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION note_recording_removal();

CREATE FUNCTION webhook_recording(recording recordings) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', recording.id, 'camera_name', recording.camera_name,
    'started_at', to_char(recording.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

CREATE FUNCTION webhook_on_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'recording.started',
      jsonb_build_object('stream', webhook_stream(streams), 'recording', webhook_recording(NEW)))
    FROM streams WHERE streams.id = NEW.stream_id;
  ELSE
    PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'recording.stopped',
      jsonb_build_object('stream', webhook_stream(streams), 'recording', webhook_recording(NEW), 'size_bytes', NEW.size_bytes))
    FROM streams WHERE streams.id = NEW.stream_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_recording_made AFTER INSERT ON recordings
  FOR EACH ROW EXECUTE FUNCTION webhook_on_recording();
CREATE TRIGGER webhook_on_recording_ended AFTER UPDATE OF ended_at ON recordings
  FOR EACH ROW WHEN ((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))
  EXECUTE FUNCTION webhook_on_recording();

CREATE FUNCTION recorder_trouble(recorder jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(recorder ->> 'fault', recorder -> 'upload' ->> 'fault')
$$;

CREATE FUNCTION webhook_on_recorder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'recording.trouble',
    jsonb_build_object('stream', webhook_stream(NEW), 'recording', webhook_recording(recordings),
      'trouble', recorder_trouble(NEW.recorder)))
  FROM recordings WHERE recordings.id = NEW.recording_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_recorder_trouble AFTER UPDATE OF recorder ON streams
  FOR EACH ROW WHEN ((old.recording_id = new.recording_id)
    AND (recorder_trouble(old.recorder) IS DISTINCT FROM recorder_trouble(new.recorder)))
  EXECUTE FUNCTION webhook_on_recorder();

CREATE FUNCTION number_stream() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Cameras that are added at the same time wait for each other. Foreign keys to the event do not wait.
  PERFORM 1 FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
  SELECT min(below.number) + 1 INTO NEW.number
  FROM (SELECT 0 AS number UNION ALL SELECT number FROM streams WHERE event_id = NEW.event_id) AS below
  WHERE NOT EXISTS (
    SELECT 1 FROM streams WHERE event_id = NEW.event_id AND number = below.number + 1
  );
  RETURN NEW;
END
$$;
CREATE TRIGGER number_stream BEFORE INSERT ON streams
  FOR EACH ROW WHEN (new.number = 0)
  EXECUTE FUNCTION number_stream();

-- A trigger, because several programs and versions write the findings. One that this version cannot read is left out.
CREATE FUNCTION stream_problems_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH present AS (
    SELECT finding->>'code' AS code, (finding->>'since')::timestamptz(3) AS began_at, finding->>'severity' AS severity,
      coalesce(finding->'figures', '{}') AS figures
    FROM jsonb_array_elements(CASE jsonb_typeof(NEW.findings) WHEN 'array' THEN NEW.findings ELSE '[]' END) AS finding
    WHERE finding->>'since' ~ '^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d+)?Z$'
      AND finding->>'severity' IN ('info', 'warning', 'critical') AND finding ? 'code'
  ), ended AS (
    UPDATE stream_problems AS problem SET ended_at = clock_timestamp()
    WHERE stream_id = NEW.id AND ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM present WHERE present.code = problem.code AND present.began_at = problem.began_at)
  )
  INSERT INTO stream_problems (stream_id, code, began_at, organization_id, severity, figures)
  SELECT DISTINCT ON (code, began_at) NEW.id, code, began_at, NEW.organization_id, severity::incident_severity, figures
  FROM present
  ON CONFLICT (stream_id, code, began_at) DO UPDATE
    SET severity = excluded.severity, figures = excluded.figures, ended_at = NULL
    WHERE (stream_problems.severity, stream_problems.figures) IS DISTINCT FROM (excluded.severity, excluded.figures)
      OR stream_problems.ended_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER stream_problems_note AFTER UPDATE OF findings ON streams
  FOR EACH ROW WHEN (old.findings IS DISTINCT FROM new.findings)
  EXECUTE FUNCTION stream_problems_note();

-- The event takes the stream's place: its reports arrive in order.
CREATE FUNCTION webhook_on_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.event_id, 'report.final',
    jsonb_build_object('report', jsonb_build_object('id', NEW.id, 'event_id', NEW.event_id, 'event_name', events.name,
      'starts_at', to_char(NEW.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ends_at', to_char(NEW.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
  FROM events WHERE events.id = NEW.event_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_report AFTER INSERT ON show_reports FOR EACH ROW EXECUTE FUNCTION webhook_on_report();

-- Tells this installation from a copy that was restored from its backup. One row.
INSERT INTO installation DEFAULT VALUES;
