import { defaultAlarms } from '../alarms/alarms';
import { metricFigures } from '../metric-figures';
import { identityOf } from '../participants';
import { componentOf } from './components';
import type { Schema } from './openapi-document';

/** Every id in an example. */
export const exampleId = '019f2c5e-7a31-7c44-9d0e-5b1f6a2c8e90';
const time = '2026-11-22T09:30:00.000Z';

/**
 * Values that read better than any derived from a schema, by the end of a field's path. A path is the component's name
 * followed by the names of fields.
 */
const values: Record<string, unknown> = {
  ...Object.fromEntries(metricFigures.map(({ name, example }) => [name, example])),
  'organization.name': 'Harbour Church',
  'event.name': 'Sunday Service',
  'Event.attributes.name': 'Sunday Service',
  'api_token.name': 'Tally lights',
  'ApiToken.attributes.name': 'Tally lights',
  'NewApiToken.attributes.name': 'Tally lights',
  'ApiToken.attributes.maker.name': 'Ada Lovelace',
  'NewApiToken.attributes.maker.name': 'Ada Lovelace',
  'AuditActor.name': 'Ada Lovelace',
  'AuditActor.type': 'user',
  'AuditEntry.attributes.action': 'streams.rename',
  'AuditEntry.attributes.thing.type': 'stream',
  'AuditEntry.attributes.detail': 'to Camera 2',
  'stream.status_changed.data.status': 'active',
  'stream.status_changed.data.previous_status': 'provisioning',
  'stream.status_changed.data.reason': null,
  'stream.signal_changed.data.signal': 'lost',
  'stream.signal_changed.data.previous_signal': 'live',
  'stream.alert_level_changed.data.alert_level': 'warning',
  'stream.alert_level_changed.data.quality_score': 58,
  'data.problem.code': 'long_gop',
  'data.problem.severity': 'warning',
  'data.problem.sentence': 'Keyframes are 20 s apart, so a picture can take that long to appear or recover.',
  'data.problem.fix': 'Set the keyframe interval to 2 s.',
  'data.incident.code': 'status_error',
  'data.incident.severity': 'critical',
  'data.incident.message': 'The camera’s video cannot be read.',
  'stream.tally_changed.data.tally': 'program',
  'stream.tally_changed.data.previous_tally': 'preview',
  'recording.trouble.data.trouble': 'disk_full',
  'data.destination.name': 'YouTube',
  'destination.failed.data.cause': 'closed',
  'webhook.test.data.message': 'This is a test. Your webhook works.',
  'Incident.attributes.code': 'key_changed',
  'Incident.attributes.message': 'The stream key was changed. The encoder needs the new ingest address.',
  'NewApiToken.attributes.token': 'sl_4fVb1mQxN0u9JrTzKe7dYw2sLh8aGcPi5oBq3XvR6tE',
  'Stream.attributes.media': null,
  'Stream.attributes.findings': [],
  'Stream.attributes.status_reason': null,
  'Stream.attributes.passphrase': null,
  'Stream.attributes.alarms': defaultAlarms,
  'stream.alarms': { silent: { delay_seconds: 10, below_dbfs: -50 } },
  'stream.ptz': null,
  'stream.pull_address': 'srt://camera.example.com:9000',
  'stream.file.from_seconds': 60,
  'stream.file.to_seconds': 90,
  'Stream.attributes.file': null,
  'Stream.attributes.replay': null,
  'replay.clip.from': '2026-11-30T19:42:10Z',
  'replay.clip.to': '2026-11-30T19:42:20Z',
  'pull_try.address': 'rtsp://user:password@camera.example.com/1',
  'ptz.protocol': 'visca_udp',
  'ptz.host': '192.168.1.88',
  'ptz.port': 52_381,
  'ptz.presets.name': 'Pulpit',
  'destination.address': 'rtmps://a.rtmps.youtube.com:443/live2',
  'destination.key': 'ab12-cd34-ef56-gh78',
  'destination.name': 'YouTube',
  'destination.passphrase': null,
  'Destination.attributes.name': 'YouTube',
  'Destination.attributes.address': 'rtmps://a.rtmps.youtube.com:443/live2',
  'comment.text': 'The logo is cut off here.',
  'comment.name': 'Grace',
  'comment.author': 'Grace',
  'comment.stream_id': null,
  'comment.parent_id': null,
  'push.endpoint': 'https://push.example.com/send/abc',
  'push.p256dh': 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  'push.auth': 'BTBZMqHH6r4Tts7J_aSIgg',
  'alarm.code': 'picture_black',
  address: '192.0.2.7',
  current_password: 'correct horse battery',
  email: 'ada@example.com',
  ends_at: `${new Date().getFullYear() + 1}-05-01T21:30:00.000Z`,
  expires_at: `${new Date().getFullYear() + 1}-01-01T00:00:00.000Z`,
  first_name: 'Ada',
  has_password: true,
  is_default: true,
  last_name: 'Lovelace',
  last_seen_address: '192.0.2.7',
  last_used_address: '192.0.2.7',
  latency: 'internet',
  livekit_room_name: `event-${exampleId}`,
  livekit_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ2aWV3ZXIifQ.c2lnbmF0dXJl',
  livekit_url: 'wss://live.example.com/livekit',
  name: 'Camera 1',
  next_cursor: null,
  participant_identity: identityOf('camera', { streamId: exampleId }),
  passphrase: 'harbour-light-2026',
  password: 'correct horse battery',
  pod_ip: '10.0.0.12',
  pod_name: 'worker-8e90-3-k2v9x',
  protocol: 'srt',
  starts_at: `${new Date().getFullYear() + 1}-05-01T19:00:00.000Z`,
  stream_key: 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E',
  time_zone: 'Europe/Berlin',
  token: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..c2Vzc2lvbg.dG9rZW4.dGFn',
  token_end: 'R6tE',
  url: 'https://hooks.example.com/cameras',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  view_key: 'Hq6s0Mv2XeB9oYt4KzWn1RuJc8LgAd5F',
  width_m: 40,
};

function knownValue(path: string[]): unknown {
  for (let from = 0; from < path.length; from++) {
    const end = path.slice(from).join('.');
    if (end in values) return values[end];
  }
  return undefined;
}

/**
 * A value that fits a schema and reads like a real one.
 * @param components the named schemas that it refers to
 * @param path the names of the fields that lead to it
 */
export function exampleOf(schema: Schema, components: Record<string, Schema>, path: string[] = []): unknown {
  const known = knownValue(path);
  if (known !== undefined) return known;
  const name = componentOf(schema);
  if (name !== undefined) return exampleOf(components[name] ?? {}, components, [name]);
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return exampleOf(variants.find(({ type }) => type !== 'null') ?? {}, components, path);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [
          field,
          exampleOf(inner as Schema, components, [...path, field]),
        ]),
      );
    case 'array':
      return [exampleOf((schema.items ?? {}) as Schema, components, path)];
    case 'string':
      return schema.format === 'uuid' ? exampleId : schema.format === 'date-time' ? time : 'text';
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return null;
  }
}
