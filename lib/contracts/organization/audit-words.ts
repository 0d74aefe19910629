// Separate from audit.ts, so that the browser does not load zod with it.

/**
 * The actions of the audit trail with their words. A sentence joins the actor's name, these words, the thing's name and
 * the detail. Names follow lib/contracts/permissions.ts, or are more exact and begin with the same thing.
 */
export const auditWords = {
  'account.sign_up': 'created the organization',
  'account.log_in': 'signed in',
  'account.log_out': 'signed out',
  'account.update': 'changed their name',
  'account.change_password': 'changed their password',
  'account.reset_password': 'set a new password by a link',
  'account.request_email': 'asked for a link that changes their e-mail address',
  'account.change_email': 'changed their e-mail address',
  'auth_sessions.end': 'ended a session of their own',
  'auth_sessions.end_others': 'ended all their other sessions',
  'events.create': 'created the event',
  'events.rename': 'renamed the event',
  'events.schedule': 'changed the times of the event',
  'events.record_when_on': 'changed whether new cameras record when on, for',
  'events.change_alarms': 'changed the alarms of all cameras of',
  'events.mute_alarms': 'muted the alarms of',
  'events.set_floor_plan': 'uploaded the floor plan of',
  'events.remove_floor_plan': 'removed the floor plan of',
  'events.delete': 'deleted the event',
  'streams.create': 'added the stream',
  'streams.rename': 'renamed the stream',
  'streams.renumber': 'changed the number of',
  'streams.change_latency': 'changed the latency of',
  'streams.choose_program': 'chose the program of',
  'streams.choose_audio_track': 'chose the audio track of',
  'streams.change_passphrase': 'changed the passphrase of',
  'streams.remove_passphrase': 'switched off the encryption of',
  'streams.delete': 'deleted the stream',
  'streams.start': 'switched on',
  'streams.stop': 'switched off',
  'streams.rotate_key': 'changed the stream key of',
  'streams.rotate_view_key': 'changed the view key of',
  'streams.change_alarms': 'changed the alarms of',
  'streams.acknowledge': 'acknowledged an alarm of',
  'streams.record_when_on': 'changed whether On also records',
  'reports.share': 'made a link to the report of',
  'reports.unshare': 'revoked the link to the report of',
  'recordings.record': 'started recording',
  'recordings.stop': 'stopped recording',
  'recordings.record_all': 'started recording all cameras of',
  'recordings.stop_all': 'stopped recording all cameras of',
  'recordings.set_offset': 'changed the offset of the recording of',
  'recordings.export': 'downloaded the recording of',
  'recordings.delete': 'deleted the recording of',
  'recordings.create_export': 'exported recordings of',
  'recordings.download_export': 'downloaded an export of',
  'recordings.delete_export': 'removed an export of',
  'marks.create': 'set a mark in',
  'marks.update': 'changed a mark in',
  'marks.delete': 'deleted a mark in',
  'api_tokens.create': 'created the API token',
  'api_tokens.revoke': 'revoked the API token',
  'organization.update': 'renamed the organization',
  'organization.choose_layout': 'changed the first multiview layout of',
  'organization.keep_recordings': 'changed how long recordings are kept by',
  'organization.send_digest': 'switched the weekly digest of',
  'organization.leave': 'left the organization',
  'members.join': 'joined the organization',
  'members.update': 'changed the role of',
  'members.remove': 'removed',
  'members.make_password_link': 'made a password link for',
  'invitations.create': 'invited',
  'invitations.revoke': 'withdrew the invitation of',
  'plan.change': 'chose the plan',
  'share_links.create': 'created the share link',
  'share_links.revoke': 'revoked the share link',
  'phones.invite': 'invited phones as cameras by',
  'phones.revoke_invite': 'revoked the camera invite',
  'phones.join': 'let in by an invite the phone',
  'phones.direct': 'sent a message to the phones of',
  'talkback.use': 'opened the talkback of',
  'talkback.set_return': 'changed what the phones see and hear of',
  'tally_sources.create': 'added the tally source',
  'tally_sources.update': 'changed the tally source',
  'tally_sources.delete': 'deleted the tally source',
  'webhooks.create': 'added the webhook to',
  'webhooks.update': 'changed the webhook to',
  'webhooks.delete': 'deleted the webhook to',
  'webhooks.rotate_secret': 'changed the secret of the webhook to',
} as const;

export type AuditAction = keyof typeof auditWords;
/** Every action of the audit trail. */
export const auditActions = Object.keys(auditWords) as [AuditAction, ...AuditAction[]];

/** The type of an action's object. */
export type AuditThingType =
  | 'organization'
  | 'user'
  | 'auth_session'
  | 'event'
  | 'stream'
  | 'recording'
  | 'api_token'
  | 'invitation'
  | 'share_link'
  | 'camera_invite'
  | 'report'
  | 'tally_source'
  | 'webhook';
