import { beforeAll, describe, expect, test } from 'vitest';
import { exampleId } from '@/lib/contracts/openapi/example-of';
import { newId } from '@/lib/core/id';
import { apiDocument } from '@/lib/http/api-document';
import { db } from '@/lib/platform/db/db';
import { createComment } from '@/lib/use-cases/comments/comments';
import { createEdit } from '@/lib/use-cases/recordings/edits';
import { createImport } from '@/lib/use-cases/recordings/imports';
import { createMark } from '@/lib/use-cases/recordings/marks';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { createTallySource } from '@/lib/use-cases/tally/tally-sources';
import type {
  Event,
  EventComment,
  EventMark,
  Recording,
  RecordingExport,
  RecordingImport,
  ShowEdit,
  ShowReport,
  Stream,
  StreamIncident,
  TallySource,
} from '@/prisma/generated/client';
import { recordStill } from '@/server/gateway/store/stream-records';
import { blackPicture } from '../../support/api/access-rows';
import { call } from '../../support/api/api';
import { makeApiToken, makeEvent, makeStream, makeUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';
import { readRoutes } from '../../support/api/routes';
import { planImages } from '../../support/plan-images';
import { FakeViscaCamera } from '../../support/ptz/fake-visca-camera';

/** Every endpoint that is not public. */
const endpoints = (await readRoutes())
  .filter(({ spec }) => spec.auth === 'user')
  .map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }));
/** The endpoints that API tokens may call, by their declarations. */
const ofReaders = endpoints.filter(({ spec }) => spec.apiToken === 'read');
const ofWriters = endpoints
  .filter(({ spec }) => spec.apiToken === 'write')
  // The last ones delete what the others change: streams, and then events.
  .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
  .sort((one, other) => Number(one.name === 'DELETE /events/{id}') - Number(other.name === 'DELETE /events/{id}'));

/** No image has this hash. */
const noHash = '0'.repeat(64);

const tokens = { read: '', write: '' };
let event: Event;
let stream: Stream;
let source: TallySource;
let destination: { id: string };
let cameraThatIsOn: Stream;
let cameraWithSpare: Stream;
let replay: Stream;
let recording: Recording;
let made: RecordingExport;
let upload: RecordingImport;
let incident: StreamIncident;
let mark: EventMark;
let comment: EventComment;
let edit: ShowEdit;
let report: ShowReport;

beforeAll(async () => {
  const { actor } = await makeUser();
  for (const access of ['read', 'write'] as const) tokens[access] = (await makeApiToken(actor, access)).token;
  event = await makeEvent(actor);
  stream = await makeStream(actor, { eventId: event.id });
  await db().stream.update({ where: { id: stream.id }, data: { findings: [blackPicture] } });
  const ptz = { ...(await FakeViscaCamera.open('visca_raw_udp')).control, presets: [] };
  const { id: onId } = await makeStream(actor, { eventId: event.id });
  cameraThatIsOn = await db().stream.update({ where: { id: onId }, data: { status: 'active', ptz } });
  const { id: withSpareId } = await makeStream(actor, { eventId: event.id });
  cameraWithSpare = await db().stream.update({ where: { id: withSpareId }, data: { status: 'active', spareId: onId } });
  const { id: replayId } = await makeStream(actor, { eventId: event.id });
  replay = await db().stream.update({ where: { id: replayId }, data: { sourceKind: 'replay' } });
  const { id: eventId, organizationId } = event;
  recording = await db().recording.create({
    data: { id: newId(), organizationId, eventId, streamId: onId, cameraName: 'Camera', endedAt: new Date() },
  });
  const range = { startsAt: new Date(0), endsAt: new Date(1_000) };
  made = await db().recordingExport.create({
    data: {
      id: newId(),
      organizationId,
      eventId,
      format: 'mp4',
      recordingIds: [recording.id],
      status: 'done',
      ...range,
    },
  });
  upload = await createImport(actor, eventId, { name: 'Clip.mp4', size_bytes: 10 });
  await recordStill(stream.id, Buffer.from('a picture'), new Date());
  report = await keepEmptyReport(actor);
  incident = await db().streamIncident.create({
    data: {
      ...{ id: newId(), streamId: stream.id, organizationId, code: blackPicture.code, severity: 'warning' },
      message: 'The picture is black.',
    },
  });
  mark = await createMark(actor, event.id, {});
  comment = await createComment(actor, event.id, { text: 'Too loud' });
  edit = await createEdit(actor, event.id, { name: 'Short', cuts: [] });
  destination = await createDestination(actor, stream.id, { kind: 'youtube', key: 'key', is_on: false });
  source = await createTallySource(actor, event.id, { name: 'Mixer', match_by: 'name' });
}, 30_000);

/** A call that is right in everything but its caller: with the document's example of a body, about this event. */
function use({ path, method, handler, spec }: (typeof endpoints)[number], access: 'read' | 'write') {
  const { requestBody } = apiDocument().paths[path]?.[method.toLowerCase()] ?? {};
  const example = JSON.stringify(requestBody?.content['application/json']?.examples?.example?.value);
  const body = spec.body && about(JSON.parse(example.replaceAll(exampleId, event.id)));
  const replyKey = access === 'read' && spec.replyToViewer ? 'replyToViewer' : 'reply';
  const id = idFor(path);
  const bytes = spec.takesBytes && { query: { offset: '0' }, bytes: Buffer.from('bytes') };
  return call(handler, { method, token: tokens[access], params: { id, hash: noHash }, body, replyKey, ...bytes });
}

function idFor(path: string): string {
  if (path.startsWith('/events')) return event.id;
  if (path.startsWith('/tally_sources')) return source.id;
  if (path.startsWith('/destinations')) return destination.id;
  if (path.startsWith('/reports')) return report.id;
  if (path.startsWith('/marks')) return mark.id;
  if (path.startsWith('/comments')) return comment.id;
  if (path.startsWith('/incidents')) return incident.id;
  if (path.startsWith('/edits')) return edit.id;
  if (path.startsWith('/recordings')) return recording.id;
  if (path.startsWith('/exports')) return made.id;
  if (path.startsWith('/imports')) return upload.id;
  if (path.endsWith('/spare')) return cameraWithSpare.id;
  if (path.endsWith('/replay')) return replay.id;
  return path.endsWith('/recording') || path.endsWith('/ptz') ? cameraThatIsOn.id : stream.id;
}

/**
 * The example of an alarm is of one that is long over. An export has no recording there, a multiview no preset, a program no
 * camera, a rule no spare, and a floor plan no image. A camera has no recording to play, no spare and no form.
 */
function about(body: object) {
  if ('alarm' in body) return { alarm: { code: blackPicture.code, since: blackPicture.since } };
  if ('floor_plan' in body) return { floor_plan: { image: planImages.png } };
  if ('multiview' in body) return { multiview: { layout: '2' } };
  if ('wall' in body) return { wall: { layout: '2' } };
  if ('program' in body) return { program: { next: null } };
  if ('stream' in body)
    return {
      stream: Object.assign({}, body.stream, { file: undefined, spare_id: undefined, program_form: undefined }),
    };
  if ('replay' in body) return { replay: { clip: null } };
  if ('rule' in body) return { rule: { spare_id: stream.id } };
  return 'export' in body ? { export: { format: 'mp4', recording_ids: [recording.id] } } : body;
}

test('there are endpoints of each kind', () => {
  expect([ofReaders, ofWriters].map(({ length }) => length > 5)).toEqual([true, true]);
  expect(ofReaders.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe.each(ofReaders)('$name', (endpoint) => {
  test('answers both, and a reading one without keys', async () => {
    const { status, body } = await use(endpoint, 'read');
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    for (const secret of [stream.streamKey, stream.viewKey]) expect(text).not.toContain(secret);
    expect((await use(endpoint, 'write')).status).toBe(200);
  });
});

describe.each(endpoints.filter(({ spec }) => spec.apiToken !== 'read'))('$name', (endpoint) => {
  test('changes nothing for an API token that may read', async () => {
    const { organizationId } = event;
    const rows = async () => [
      await db().event.findMany({ where: { organizationId } }),
      await db().stream.findMany({ where: { organizationId } }),
      await db().auditEntry.count({ where: { organizationId } }),
    ];
    const before = await rows();
    expect(await use(endpoint, 'read')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(await rows()).toEqual(before);
  });
});

describe.each(endpoints.filter(({ spec }) => !spec.apiToken))('$name', (endpoint) => {
  test('takes a person, and says so', async () => {
    expect(await use(endpoint, 'write')).toMatchObject({
      status: 403,
      body: { error: { message: 'No API token can do this: it takes a person who is signed in.' } },
    });
  });
});

test.each(ofWriters)('$name works for an API token that may write', async (endpoint) => {
  expect((await use(endpoint, 'write')).status).toBeLessThan(300);
});
