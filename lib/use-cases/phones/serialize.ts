import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { shownHandOverCode } from '@/lib/contracts/hand-over';
import type {
  CameraStateJson,
  CrewPhoneJson,
  HandOverJson,
  JoinedCameraJson,
  OpenedInviteJson,
  TalkbackJson,
} from '@/lib/contracts/phones';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import { fullName } from '@/lib/core/full-name';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { mintCrewToken, mintPhoneToken } from '@/lib/platform/livekit/room-tokens';
import type { Prisma } from '@/prisma/generated/client';
import { findCameraInviteSecret } from './camera-invite-secrets';
import type { MadeHandOver } from './hand-overs';
import type { JoinedCamera } from './join-as-camera';
import type { CameraLink } from './open-camera-invite';
import type { CameraState } from './read-camera-state';

/** The relations read to show a camera invite. */
export const cameraInviteRelations = {
  createdBy: { select: { firstName: true, lastName: true } },
} as const satisfies Prisma.CameraInviteInclude;

export type CameraInviteRow = Prisma.CameraInviteGetPayload<{ include: typeof cameraInviteRelations }>;

/** A camera invite as the API shows it to members. */
export function serializeCameraInvite(invite: CameraInviteRow): CameraInviteJson {
  const { createdBy } = invite;
  return {
    id: invite.id,
    type: 'camera_invite',
    attributes: {
      label: invite.label,
      event_id: invite.eventId,
      max_uses: invite.maxUses,
      uses: invite.uses,
      expires_at: invite.expiresAt.toISOString(),
      revoked_at: invite.revokedAt?.toISOString() ?? null,
      created_at: invite.createdAt.toISOString(),
      created_by: createdBy && fullName(createdBy.firstName, createdBy.lastName),
      path: invitePath(invite),
    },
  };
}

/** Where a phone opens an invite: the secret is in the fragment, which browsers send nowhere. */
function invitePath({ id, secretHash, revokedAt, expiresAt, uses, maxUses }: CameraInviteRow): string | null {
  if (revokedAt || expiresAt.getTime() <= Date.now() || uses >= maxUses) return null;
  // Null for an invite of an AUTH_SECRET that is gone: those who hold it go on, and nobody can copy it again.
  const secret = findCameraInviteSecret(id, secretHash);
  return secret && `/camera#${secret}`;
}

/** A camera invite, or a hand-over, as the API shows it to the holder of its link. */
export function serializeOpenedInvite({ invite, handOver }: CameraLink): OpenedInviteJson {
  const { createdBy } = handOver ?? invite;
  // A phone that hands its camera over itself has no account.
  const person = handOver?.createdById === null ? handOver.phone.person : null;
  return {
    type: 'opened_invite',
    attributes: {
      event_name: invite.event.name,
      organization_name: invite.organization.name,
      invited_by: createdBy ? fullName(createdBy.firstName, createdBy.lastName) : person,
      label: handOver?.phone.stream.name ?? invite.label,
      hands_over: handOver !== null,
    },
  };
}

/** A code that hands a camera over, as the API shows it to whoever made it. */
export const serializeHandOver = ({ id, streamId, code, expiresAt }: MadeHandOver): HandOverJson => ({
  id,
  type: 'hand_over',
  attributes: {
    stream_id: streamId,
    code: shownHandOverCode(code),
    path: `/camera#${code}`,
    expires_at: expiresAt.toISOString(),
  },
});

/** A camera as the API shows it to its own phone. */
export function serializeCameraState(state: CameraState): CameraStateJson {
  return { id: state.phone.streamId, type: 'camera_state', attributes: cameraAttributes(state) };
}

/**
 * The same for a phone that joins, with new tokens for the event's rooms.
 * @param request its address decides where the phone reaches LiveKit
 */
export function serializeJoinedCamera({ deviceSecret, state }: JoinedCamera, request: Request): JoinedCameraJson {
  const { eventId, streamId } = state.phone;
  const { takes } = sourceKinds[state.sourceKind];
  return {
    id: streamId,
    type: 'camera',
    attributes: Object.assign(cameraAttributes(state), {
      device_secret: deviceSecret,
      livekit_token: mintPhoneToken(eventId, streamId),
      talkback_token: mintCrewToken(eventId, streamId),
      livekit_url: livekitPublicUrl(request),
      whip_path: takes === 'whip' ? `/whip/${state.streamKey}` : null,
      srt: state.srt && {
        stream_key: state.streamKey,
        passphrase: state.srt.passphrase,
        latency_ms: state.srt.latencyMs,
      },
      rtmp: takes === 'rtmp' ? { stream_key: state.streamKey } : null,
    }),
  };
}

/** A member's way into the talkback. */
export interface OpenedTalkback {
  /** For LiveKit. */
  token: string;
  /** The part of the show that the event's phones hear and see: `program`, a stream's id, or nothing. */
  returnSource: string | null;
}

/** The talkback for a member's page. @param request its address decides where the page reaches LiveKit */
export const serializeTalkback = ({ token, returnSource }: OpenedTalkback, request: Request): TalkbackJson => ({
  type: 'talkback',
  attributes: { livekit_token: token, livekit_url: livekitPublicUrl(request), return_source: returnSource },
});

function cameraAttributes({ phone, name, eventName, isOn, tally }: CameraState): CameraStateJson['attributes'] {
  const { messageId, message, acknowledgedAt } = phone;
  const isMessage = messageId !== null && message !== null;
  return {
    name,
    event_name: eventName,
    is_on: isOn,
    tally,
    message: isMessage ? { id: messageId, text: message, is_acknowledged: acknowledgedAt !== null } : null,
  };
}

/** The relations read to show a phone to members. */
export const crewPhoneRelations = { invite: { select: { label: true } } } as const satisfies Prisma.PhoneInclude;

export type CrewPhoneRow = Prisma.PhoneGetPayload<{ include: typeof crewPhoneRelations }>;

/** A phone as the API shows it to members. */
export function serializeCrewPhone(phone: CrewPhoneRow): CrewPhoneJson {
  const { message, messageAt, acknowledgedAt, answer, answerAt } = phone;
  const isMessage = message !== null && messageAt !== null;
  return {
    id: phone.id,
    type: 'phone',
    attributes: {
      stream_id: phone.streamId,
      event_id: phone.eventId,
      person: phone.person,
      invite_label: phone.invite.label,
      reported_at: phone.reportedAt?.toISOString() ?? null,
      silent_ms: phone.reportedAt && Math.max(0, Date.now() - phone.reportedAt.getTime()),
      battery_percent: phone.batteryPercent,
      is_charging: phone.isCharging,
      network: phone.network,
      bitrate_kbps: phone.bitrateKbps,
      is_muted: phone.isMuted,
      has_stopped: phone.stoppedAt !== null,
      answer: answer !== null && answerAt ? { text: answer, sent_at: answerAt.toISOString() } : null,
      position: positionOf(phone),
      message: isMessage
        ? { text: message, sent_at: messageAt.toISOString(), acknowledged_at: acknowledgedAt?.toISOString() ?? null }
        : null,
    },
  };
}

function positionOf({
  latitude,
  longitude,
  accuracyM,
  positionAt,
}: CrewPhoneRow): CrewPhoneJson['attributes']['position'] {
  if (latitude === null || longitude === null || accuracyM === null || !positionAt) return null;
  return { latitude, longitude, accuracy_m: accuracyM, measured_at: positionAt.toISOString() };
}
