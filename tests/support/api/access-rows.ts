import { randomBytes } from 'node:crypto';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { floorPlanSchema } from '@/lib/contracts/floor-plan';
import { type Role, roles } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createComment } from '@/lib/use-cases/comments/comments';
import { setFloorPlan } from '@/lib/use-cases/events/floor-plan';
import { createPreset } from '@/lib/use-cases/events/presets';
import { createInvitation } from '@/lib/use-cases/members/invitation/invitations';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { createEdit } from '@/lib/use-cases/recordings/edits';
import { createImport } from '@/lib/use-cases/recordings/imports';
import { createMark } from '@/lib/use-cases/recordings/marks';
import { createShareLink } from '@/lib/use-cases/sharing/share-links';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { createTallySource } from '@/lib/use-cases/tally/tally-sources';
import { testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { recordStill } from '@/server/gateway/store/stream-records';
import { planImages } from '../plan-images';
import { FakeViscaCamera } from '../ptz/fake-visca-camera';
import { newDevice, subscribeDevice } from '../push/push-device';
import {
  authenticateUser,
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  password,
  type SignedInUser,
} from './factories';
import { keepEmptyReport } from './keep-empty-report';

/** The organization that is asked about, and attacked. */
export interface AccessWorld {
  users: Record<Role, SignedInUser>;
}

/** A caller's request. An id in it names a thing of the organization, so that it does not exist for strangers. */
export interface AccessRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  bytes?: Buffer;
}

/** The roles that may call an endpoint, and a call that succeeds for them. */
export interface AccessRow {
  /** Roles, or anybody without a token. */
  allows: readonly Role[] | 'anybody';
  /** Makes what the request names, for a caller of the organization. Without it, the request is empty. */
  request?: (world: AccessWorld, caller: SignedInUser) => AccessRequest | Promise<AccessRequest>;
  /** The call ends the caller's session, so each role needs a caller of its own. */
  endsCaller?: true;
  /** Only for the oldest organization, which is the world's: does not exist for any other. */
  isForOperator?: true;
  /** Refused with 409 to the oldest organization, which runs the server. */
  isRefusedToOperator?: true;
  /** Anyone with the secret in the request may call, from any organization. */
  isForStrangers?: true;
}

const all = roles;
const members = ['owner', 'admin', 'member'] as const;
const admins = ['owner', 'admin'] as const;
const owners = ['owner'] as const;

const anEvent = async ({ users }: AccessWorld) => ({ id: (await makeEvent(users.owner.actor, 'Secret gala')).id });
const aStreamWithStill = async (world: AccessWorld) => {
  const { id } = await aStream(world);
  await recordStill(id, Buffer.from('a secret picture'), new Date());
  return { id };
};
const aStream = async ({ users }: AccessWorld) => ({
  id: (await makeStream(users.owner.actor, { name: 'Secret camera' })).id,
});
export const blackPicture = {
  code: 'picture_black',
  severity: 'warning',
  sentence: 'The picture is black.',
  fix: 'Check the lens cap.',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
};
const anAlarm = async (world: AccessWorld) => {
  const params = await aStream(world);
  await db().stream.update({ where: params, data: { findings: [blackPicture] } });
  return { params, body: { alarm: { code: blackPicture.code, since: blackPicture.since } } };
};
const aStreamThatIsOn = async (world: AccessWorld) =>
  db().stream.update({ where: await aStream(world), data: { status: 'active' } });
const aStreamWithASpare = async (world: AccessWorld) => {
  const [camera, spare] = [await aStreamThatIsOn(world), await aStreamThatIsOn(world)];
  return db().stream.update({ where: { id: camera.id }, data: { spareId: spare.id } });
};
const ptzCamera = FakeViscaCamera.open('visca_raw_udp');
const aPtzCamera = async (world: AccessWorld) => {
  const ptz = Object.assign({ presets: [] }, (await ptzCamera).control);
  return db().stream.update({ where: await aStream(world), data: { ptz } });
};
const aReplay = async (world: AccessWorld) =>
  db().stream.update({ where: await aStream(world), data: { sourceKind: 'replay' } });
const anEventWithAPlan = async (world: AccessWorld) => {
  const { id } = await anEvent(world);
  await setFloorPlan(world.users.owner.actor, id, Buffer.from(planImages.png, 'base64'));
  return { id };
};
const anEventThatIsOn = async (world: AccessWorld) => ({ id: (await aStreamThatIsOn(world)).eventId });
const aRecording = async (world: AccessWorld) => {
  const { id: streamId, organizationId, eventId, name: cameraName } = await aStreamThatIsOn(world);
  const data = { id: newId(), organizationId, eventId, streamId, cameraName, endedAt: new Date() };
  return db().recording.create({ data });
};
const anExport = async (world: AccessWorld) => {
  const { id, organizationId, eventId } = await aRecording(world);
  const range = { startsAt: new Date(0), endsAt: new Date(1_000) };
  const data = { id: newId(), organizationId, eventId, format: 'mp4', recordingIds: [id], status: 'done', ...range };
  return db().recordingExport.create({ data });
};
/** An organization has few uploads at once, and each row makes some. */
const anEventWithoutImports = async (world: AccessWorld) => {
  const event = await makeEvent(world.users.owner.actor);
  await db().recordingImport.deleteMany({ where: { organizationId: event.organizationId } });
  return event;
};
const anImport = async (world: AccessWorld) => {
  const { id } = await anEventWithoutImports(world);
  return createImport(world.users.owner.actor, id, { name: 'Clip.mp4', size_bytes: 10 });
};
const anIncident = async (world: AccessWorld) => {
  const { id: streamId, organizationId } = await aStreamThatIsOn(world);
  const data = { id: newId(), streamId, organizationId, code: 'picture_black', message: 'The picture is black.' };
  return db().streamIncident.create({ data: { ...data, severity: 'warning' } });
};
const aMark = async (world: AccessWorld) =>
  createMark(world.users.owner.actor, (await anEvent(world)).id, { name: 'Secret goal' });
const aComment = async (world: AccessWorld) =>
  createComment(world.users.owner.actor, (await anEvent(world)).id, { text: 'Secret remark' });
const anEdit = async (world: AccessWorld) =>
  createEdit(world.users.owner.actor, (await anEvent(world)).id, { name: 'Secret version', cuts: [] });
const aReport = async (world: AccessWorld) => keepEmptyReport(world.users.owner.actor);
const aMember = async ({ users }: AccessWorld) => ({
  id: (await makeColleague(users.owner.actor, 'member')).actor.userId,
});
const anInvitation = async ({ users }: AccessWorld) => {
  const { invitation, secret } = await createInvitation(users.owner.actor, { invitation: { role: 'viewer' } });
  return { id: invitation.id, secret };
};
const anAuthSession = async ({ actor }: SignedInUser) => {
  const { authSessionId } = await authenticateUser(await openAuthSession(db(), actor.userId, actor.organizationId));
  return { id: authSessionId };
};
const arrangement = { layout: '1+5' as const, order: [], hides_off: false, solo: null };
const aPreset = async (world: AccessWorld) =>
  createPreset(world.users.owner.actor, (await anEvent(world)).id, { name: 'Secret view', ...arrangement });
const destination = { kind: 'srt' as const, name: 'Secret studio', address: 'srt://studio.example:9000', is_on: false };
const aTallySource = async (world: AccessWorld) =>
  createTallySource(world.users.owner.actor, (await anEvent(world)).id, { name: 'Secret mixer', match_by: 'name' });
const aDestination = async (world: AccessWorld) =>
  createDestination(world.users.owner.actor, (await aStream(world)).id, destination);
const anApiToken = async ({ users }: AccessWorld) => ({
  id: (await makeApiToken(users.owner.actor, 'read')).actor.apiTokenId,
});
const webhook = { url: 'https://secret.example/hook', event_types: ['stream.created' as const] };
/** Instead of the ones before: an organization may have ten. */
const aWebhook = async ({ users }: AccessWorld) => {
  const { actor } = users.owner;
  await db().webhookEndpoint.deleteMany({ where: { organizationId: actor.organizationId } });
  return createWebhook(actor, webhook);
};
const aWebhookDelivery = async (world: AccessWorld) => testWebhook(world.users.owner.actor, (await aWebhook(world)).id);
const inAnHour = () => new Date(Date.now() + 3_600_000);
const aShareLink = async (world: AccessWorld) =>
  createShareLink(world.users.owner.actor, (await anEvent(world)).id, {
    name: 'Secret client',
    streamIds: null,
    canHear: true,
    expiresAt: inAnHour(),
    password: null,
    maxViewers: null,
  });
const aCameraInvite = async (world: AccessWorld) =>
  createCameraInvite(world.users.owner.actor, (await anEvent(world)).id, {
    label: 'Secret balcony',
    maxUses: 1,
    expiresAt: inAnHour(),
  });
const anEventWithAPhone = async (world: AccessWorld) => {
  const { id: inviteId, eventId } = await aCameraInvite(world);
  const request = { secret: newCameraInviteSecret(inviteId), deviceSecret: undefined, person: 'Grace' };
  const { state } = await joinAsCamera(request, { address: '192.0.2.1', userAgent: '' });
  return { id: eventId, streamId: state.phone.streamId };
};
const aCameraThatIsAPhone = async (world: AccessWorld) => ({ id: (await anEventWithAPhone(world)).streamId });
/** The request that names such a thing in its path. */
const on = (make: (world: AccessWorld) => Promise<{ id: string }>, body?: object) => async (world: AccessWorld) => ({
  params: { id: (await make(world)).id },
  body,
});

/** A row for each endpoint: a route without one fails tests/api/access.test.ts. */
export const accessRows: Record<string, AccessRow> = {
  'GET /openapi.json': { allows: 'anybody' },

  'POST /auth/signup': { allows: 'anybody' },
  'POST /auth/login': { allows: 'anybody' },
  'POST /auth/password_reset': { allows: 'anybody' },
  'PUT /auth/password_reset': { allows: 'anybody' },
  'POST /auth/sso_session': { allows: 'anybody' },
  'POST /auth/logout': { allows: all, endsCaller: true },
  'GET /auth/me': { allows: all },
  'PATCH /auth/me': { allows: all, request: () => ({ body: { user: { first_name: 'Mallory' } } }) },
  'PUT /auth/password': {
    allows: all,
    request: () => ({ body: { user: { current_password: password, password: 'taken over' } } }),
  },
  'PUT /auth/email': {
    allows: all,
    request: () => ({
      // Not of an id, which would name a thing of the organization.
      body: { user: { email: `${randomBytes(8).toString('hex')}@example.com`, current_password: password } },
    }),
  },
  'PUT /auth/email_change': { allows: 'anybody' },
  'GET /auth/sessions': { allows: all },
  'DELETE /auth/sessions': { allows: all },
  'DELETE /auth/sessions/{id}': {
    allows: all,
    request: async (_, caller) => ({ params: await anAuthSession(caller) }),
  },
  'POST /auth/switch': {
    allows: all,
    request: (_, { actor }) => ({ body: { organization: { id: actor.organizationId } } }),
  },

  'GET /organization': { allows: owners },
  'PATCH /organization': { allows: owners, request: () => ({ body: { organization: { name: 'Taken over' } } }) },
  'POST /organization/leave': { allows: all, endsCaller: true },
  'POST /organization/delete': {
    allows: owners,
    request: async (_, { actor: { organizationId: id } }) => {
      const { name } = await db().organization.findUniqueOrThrow({ where: { id } });
      return { body: { organization: { name } } };
    },
    isRefusedToOperator: true,
  },
  'GET /members': { allows: members },
  'PATCH /members/{id}': { allows: admins, request: on(aMember, { member: { role: 'viewer' } }) },
  'DELETE /members/{id}': { allows: admins, request: on(aMember) },
  'POST /members/{id}/password_reset_link': { allows: admins, request: on(aMember) },
  'GET /invitations': { allows: admins },
  'POST /invitations': { allows: admins, request: () => ({ body: { invitation: { role: 'member' } } }) },
  'DELETE /invitations/{id}': { allows: admins, request: on(anInvitation) },
  'POST /invitations/find': { allows: 'anybody' },
  'POST /invitations/accept': { allows: 'anybody' },
  'POST /invitations/join': {
    allows: all,
    request: async (world) => ({ body: { invitation: { secret: (await anInvitation(world)).secret } } }),
    isForStrangers: true,
  },

  'GET /api_tokens': { allows: admins },
  'POST /api_tokens': {
    allows: admins,
    request: () => ({ body: { api_token: { name: 'Taken over', access: 'write', expires_at: null } } }),
  },
  'DELETE /api_tokens/{id}': { allows: admins, request: on(anApiToken) },
  'GET /audit': { allows: admins },
  'GET /audit/actors': { allows: admins },

  'GET /plan': { allows: members },
  'PUT /plan': { allows: owners, request: () => ({ body: { plan: { slug: 'starter' } } }) },
  'POST /billing/stripe': { allows: 'anybody' },

  'GET /webhooks': { allows: admins },
  'POST /webhooks': { allows: admins, request: () => ({ body: { webhook } }) },
  'PATCH /webhooks/{id}': { allows: admins, request: on(aWebhook, { webhook: { url: 'https://taken.example/over' } }) },
  'DELETE /webhooks/{id}': { allows: admins, request: on(aWebhook) },
  'POST /webhooks/{id}/rotate_secret': { allows: admins, request: on(aWebhook) },
  'POST /webhooks/{id}/test': { allows: admins, request: on(aWebhook) },
  'GET /webhooks/{id}/deliveries': { allows: admins, request: on(aWebhook) },
  'POST /webhook_deliveries/{id}/redeliver': { allows: admins, request: on(aWebhookDelivery) },

  'GET /lan_addresses': { allows: members },

  'GET /preflight': { allows: admins, isForOperator: true },
  'POST /preflight/probe': { allows: admins, isForOperator: true },

  'GET /events': { allows: all },
  'POST /events': { allows: members, request: () => ({ body: { event: { name: 'Taken over' } } }) },
  'GET /events/{id}': { allows: all, request: on(anEvent) },
  'PATCH /events/{id}': { allows: members, request: on(anEvent, { event: { name: 'Taken over' } }) },
  'DELETE /events/{id}': { allows: members, request: on(anEvent) },

  'PUT /events/{id}/multiview': { allows: members, request: on(anEvent, { multiview: { layout: '1+5' } }) },
  'PUT /events/{id}/wall': { allows: members, request: on(anEvent, { wall: { layout: '1+5' } }) },

  'GET /events/{id}/presets': { allows: all, request: on(anEvent) },
  'POST /events/{id}/presets': {
    allows: members,
    request: on(anEvent, { preset: { name: 'Taken over', ...arrangement } }),
  },
  'PATCH /presets/{id}': { allows: members, request: on(aPreset, { preset: { name: 'Taken over as well' } }) },
  'DELETE /presets/{id}': { allows: members, request: on(aPreset) },
  'GET /events/{id}/tally': { allows: all, request: on(anEvent) },
  'GET /events/{id}/tally_sources': { allows: members, request: on(anEvent) },
  'POST /events/{id}/tally_sources': {
    allows: members,
    request: on(anEvent, { tally_source: { name: 'Taken over' } }),
  },
  'PATCH /tally_sources/{id}': { allows: members, request: on(aTallySource, { tally_source: { name: 'Taken over' } }) },
  'DELETE /tally_sources/{id}': { allows: members, request: on(aTallySource) },
  'PUT /tally_sources/{id}/report': {
    allows: members,
    request: on(aTallySource, { tally: { inputs: [{ number: 1, name: 'Taken over', program: true }] } }),
  },
  'GET /events/{id}/program': { allows: members, request: on(anEvent) },
  'PUT /events/{id}/program': {
    allows: members,
    request: async (world) => {
      const { id } = await anEvent(world);
      return { params: { id }, body: { program: { next: null } } };
    },
  },
  'DELETE /events/{id}/program': { allows: members, request: on(anEvent) },
  'PUT /events/{id}/program/rule': {
    allows: members,
    request: async (world) => {
      const { eventId, id } = await db().stream.findUniqueOrThrow({ where: await aStream(world) });
      return { params: { id: eventId }, body: { rule: { spare_id: id } } };
    },
  },
  'DELETE /events/{id}/program/rule': { allows: members, request: on(anEvent) },
  'DELETE /events/{id}/program/stand_in': { allows: members, request: on(anEvent) },
  'GET /events/{id}/share_links': { allows: members, request: on(anEvent) },
  'POST /events/{id}/share_links': {
    allows: members,
    request: on(anEvent, { share_link: { name: 'Taken over', expires_at: inAnHour().toISOString() } }),
  },
  'PATCH /share_links/{id}': { allows: members, request: on(aShareLink, { share_link: { can_comment: true } }) },
  'DELETE /share_links/{id}': { allows: members, request: on(aShareLink) },
  'POST /share': { allows: 'anybody' },
  'POST /share/comments': { allows: 'anybody' },

  'GET /events/{id}/camera_invites': { allows: members, request: on(anEvent) },
  'POST /events/{id}/camera_invites': {
    allows: members,
    request: on(anEvent, { camera_invite: { label: 'Taken over', expires_at: inAnHour().toISOString() } }),
  },
  'DELETE /camera_invites/{id}': { allows: members, request: on(aCameraInvite) },
  'POST /camera_invites/find': { allows: 'anybody' },
  'POST /camera': { allows: 'anybody' },
  'PUT /camera/report': { allows: 'anybody' },
  'POST /camera/hand_overs': { allows: 'anybody' },
  'POST /streams/{id}/hand_overs': { allows: members, request: on(aCameraThatIsAPhone) },
  'GET /events/{id}/crew': { allows: members, request: on(anEvent) },
  'POST /events/{id}/crew/messages': {
    allows: members,
    request: on(anEventWithAPhone, { message: { text: 'Closer' } }),
  },
  'POST /events/{id}/talkback': { allows: members, request: on(anEvent) },
  'PUT /events/{id}/crew/return': { allows: members, request: on(anEvent, { return: { source: 'program' } }) },

  'PUT /events/{id}/floor_plan': { allows: members, request: on(anEvent, { floor_plan: { image: planImages.png } }) },
  'PATCH /events/{id}/floor_plan': { allows: members, request: on(anEventWithAPlan, { floor_plan: { width_m: 40 } }) },
  'DELETE /events/{id}/floor_plan': { allows: members, request: on(anEventWithAPlan) },
  'GET /events/{id}/floor_plan/{hash}': {
    allows: members,
    request: async (world) => {
      const { id } = await anEventWithAPlan(world);
      const { floorPlan } = await db().event.findUniqueOrThrow({ where: { id } });
      return { params: { id, hash: floorPlanSchema.parse(floorPlan).hash } };
    },
  },

  'GET /streams': { allows: all, request: async (world) => ({ query: { event_id: (await anEvent(world)).id } }) },
  'POST /streams': {
    allows: members,
    request: async (world) => ({ body: { stream: { name: 'Taken over', event_id: (await anEvent(world)).id } } }),
  },
  'GET /streams/{id}': { allows: all, request: on(aStream) },
  'PATCH /streams/{id}': { allows: members, request: on(aStream, { stream: { name: 'Taken over' } }) },
  'DELETE /streams/{id}': { allows: members, request: on(aStream) },
  'POST /streams/{id}/start': { allows: members, request: on(aStream) },
  'POST /streams/{id}/stop': { allows: members, request: on(aStream) },
  'POST /streams/{id}/ptz': { allows: members, request: on(aPtzCamera, { ptz: { action: 'home' } }) },
  'PUT /streams/{id}/replay': { allows: members, request: on(aReplay, { replay: { clip: null } }) },
  'POST /streams/{id}/rotate_key': { allows: members, request: on(aStream) },
  'POST /streams/{id}/rotate_view_key': { allows: members, request: on(aStream) },
  'POST /streams/{id}/spare': { allows: members, request: on(aStreamWithASpare) },
  'DELETE /streams/{id}/spare': { allows: members, request: on(aStreamWithASpare) },
  'POST /streams/{id}/recording': { allows: members, request: on(aStreamThatIsOn) },
  'DELETE /streams/{id}/recording': { allows: members, request: on(aStreamThatIsOn) },
  'POST /events/{id}/recording': { allows: members, request: on(anEventThatIsOn) },
  'DELETE /events/{id}/recording': { allows: members, request: on(anEventThatIsOn) },
  'GET /events/{id}/recorded_total': { allows: all, request: on(anEvent) },
  'GET /events/{id}/recordings': { allows: all, request: on(anEvent) },
  'GET /events/{id}/replay': { allows: all, request: on(anEvent) },
  'POST /recordings/{id}/download': { allows: members, request: on(aRecording) },
  'GET /recordings/{id}/timeline': { allows: all, request: on(aRecording) },
  'PATCH /recordings/{id}': { allows: members, request: on(aRecording, { recording: { offset_ms: 40 } }) },
  'DELETE /recordings/{id}': { allows: members, request: on(aRecording) },
  'GET /events/{id}/tally_changes': { allows: all, request: on(anEvent) },
  'GET /events/{id}/exports': { allows: members, request: on(anEvent) },
  'POST /events/{id}/exports': {
    allows: members,
    request: async (world) => {
      const { id, eventId } = await aRecording(world);
      return { params: { id: eventId }, body: { export: { format: 'mp4', recording_ids: [id] } } };
    },
  },
  'POST /exports/{id}/download': { allows: members, request: on(anExport) },
  'DELETE /exports/{id}': { allows: members, request: on(anExport) },
  'POST /events/{id}/imports': {
    allows: members,
    request: on(anEventWithoutImports, { import: { name: 'Clip.mp4', size_bytes: 10 } }),
  },
  'GET /imports/{id}': { allows: members, request: on(anImport) },
  'PUT /imports/{id}/content': {
    allows: members,
    request: async (world) => ({
      params: { id: (await anImport(world)).id },
      query: { offset: '0' },
      bytes: Buffer.from('bytes'),
    }),
  },
  'DELETE /imports/{id}': { allows: members, request: on(anImport) },
  'GET /events/{id}/sound_offsets': { allows: all, request: on(anEvent) },
  'GET /events/{id}/marks': { allows: all, request: on(anEvent) },
  'POST /events/{id}/marks': { allows: members, request: on(anEvent, { mark: { name: 'Taken over' } }) },
  'PATCH /marks/{id}': { allows: members, request: on(aMark, { mark: { name: 'Taken over' } }) },
  'DELETE /marks/{id}': { allows: members, request: on(aMark) },
  'GET /events/{id}/comments': { allows: all, request: on(anEvent) },
  'POST /events/{id}/comments': { allows: members, request: on(anEvent, { comment: { text: 'Taken over' } }) },
  'PATCH /comments/{id}': { allows: members, request: on(aComment, { comment: { is_done: true } }) },
  'DELETE /comments/{id}': { allows: admins, request: on(aComment) },
  'GET /events/{id}/edits': { allows: all, request: on(anEvent) },
  'POST /events/{id}/edits': { allows: members, request: on(anEvent, { edit: { name: 'Short', cuts: [] } }) },
  'PATCH /edits/{id}': { allows: members, request: on(anEdit, { edit: { name: 'Short' } }) },
  'DELETE /edits/{id}': { allows: members, request: on(anEdit) },
  'GET /push': { allows: members },
  'PUT /push': { allows: members, request: () => ({ body: { push: newDevice().input } }) },
  'POST /push/test': {
    allows: members,
    // Another person's device is none of the caller's.
    request: async (_, caller) => ({ params: { id: (await subscribeDevice(caller.actor)).id } }),
  },
  'DELETE /push': { allows: members },
  'GET /events/{id}/line_ups': { allows: members, request: on(anEvent) },
  'POST /events/{id}/line_ups': { allows: members, request: on(anEvent) },
  'GET /events/{id}/report': { allows: members, request: on(anEvent) },
  'GET /events/{id}/reports': { allows: members, request: on(anEvent) },
  'POST /reports/{id}/link': { allows: members, request: on(aReport) },
  'DELETE /reports/{id}/link': { allows: members, request: on(aReport) },
  'POST /report': { allows: 'anybody' },
  'GET /reports/{id}/signed': { allows: members, request: on(aReport) },
  'GET /report_key': { allows: 'anybody' },
  'GET /analytics': { allows: members },
  'POST /pull_try': {
    allows: members,
    request: async (_, { actor: { organizationId } }) => {
      // One at a time.
      await db().pullTry.deleteMany({ where: { organizationId } });
      return { body: { pull_try: { address: 'srt://camera.example.com:9000' } } };
    },
  },
  'GET /pull_try': { allows: members },
  'GET /streams/{id}/destinations': { allows: members, request: on(aStream) },
  'POST /streams/{id}/destinations': { allows: members, request: on(aStream, { destination }) },
  'PATCH /destinations/{id}': { allows: members, request: on(aDestination, { destination: { is_on: true } }) },
  'DELETE /destinations/{id}': { allows: members, request: on(aDestination) },
  'POST /streams/{id}/acknowledge': { allows: members, request: anAlarm },
  'GET /streams/{id}/metrics': { allows: all, request: on(aStream) },
  'GET /streams/{id}/incidents': { allows: members, request: on(aStream) },
  'GET /incidents': { allows: members },
  'POST /incidents/{id}/acknowledge': { allows: members, request: on(anIncident) },
  'GET /streams/{id}/thumbnail': { allows: all, request: on(aStream) },
  'GET /streams/{id}/still': { allows: all, request: on(aStreamWithStill) },
};
