import type { Client } from '@/lib/auth/client';
import { newLinkSecret } from '@/lib/auth/link-secret';
import { maxNameLength } from '@/lib/contracts/name-schema';
import { identityOf, publisherKinds } from '@/lib/contracts/participants';
import type { SourceKind } from '@/lib/contracts/streams';
import { deviceWords } from '@/lib/core/device-words';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { insertStream } from '@/lib/use-cases/streams/insert-stream';
import { hasRoomToRecord, requireRoomForOneMore } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Phone } from '@/prisma/generated/client';
import { type OpenedInvite, openCameraInvite, revokedSentence } from './open-camera-invite';
import { type CameraState, readCameraState } from './read-camera-state';
import { requirePlace } from './require-place';

interface JoinAsCamera {
  secret: string;
  /** From an earlier answer to the same device. */
  deviceSecret: string | undefined;
  person: string;
  /** Undefined: as it was, and a page for a device that comes first. */
  sourceKind?: SourceKind;
}

/** A phone that has been let in. */
export interface JoinedCamera {
  deviceSecret: string;
  state: CameraState;
}

/**
 * Makes a phone a camera of the invite's event, switched on where the limits allow that. A device that joined before
 * stays the same camera, even after the invite has expired. Its switch stays as it is, and its source may change.
 * @throws AppError `not_found`, `gone`, `limit_reached`, `too_many_requests`
 */
export async function joinAsCamera(
  { secret, deviceSecret, person, sourceKind }: JoinAsCamera,
  client: Client,
): Promise<JoinedCamera> {
  const invite = await openCameraInvite(secret, client);
  const known = deviceSecret && (await readCameraState(deviceSecret));
  if (deviceSecret && known && known.inviteId === invite.id) {
    if (!sourceKind || sourceKind === sourceKindOf(known)) return { deviceSecret, state: known };
    await changeSource(known.phone, sourceKind);
    return { deviceSecret, state: await requireState(deviceSecret) };
  }
  requirePlace(invite);
  const device = newLinkSecret();
  const streamId = await addCamera(invite, { person, sourceKind, deviceSecretHash: device.hash }, client);
  await switchOn(invite.organizationId, streamId);
  return { deviceSecret: device.secret, state: await requireState(device.secret) };
}

const sourceKindOf = ({ srt }: CameraState): SourceKind => (srt ? 'srt' : 'phone');

async function requireState(deviceSecret: string): Promise<CameraState> {
  const state = await readCameraState(deviceSecret);
  if (!state) throw new AppError('gone', 'This camera was removed just now. Open the link again.');
  return state;
}

/** Lets another kind of sender be the camera. One that is on is switched off and on, for its worker is another one. */
async function changeSource({ organizationId, streamId }: Phone, sourceKind: SourceKind): Promise<void> {
  const where = { organizationId };
  const before = await db().stream.findUniqueOrThrow({ where: { id: streamId }, select: { status: true } });
  if (isWanted(before.status)) await applyStreamTransition(streamId, 'stop_requested', { where });
  const participantIdentity = identityOf(publisherKinds[sourceKind], { streamId });
  await db().stream.update({ where: { id: streamId }, data: { sourceKind, participantIdentity } });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  if (isWanted(before.status)) await switchOn(organizationId, streamId);
}

interface NewCamera extends Pick<JoinAsCamera, 'person' | 'sourceKind'> {
  deviceSecretHash: string;
}

/** @returns the id of the camera's stream */
async function addCamera(
  { id: inviteId, organizationId, eventId, event, label, maxUses, createdById: userId }: OpenedInvite,
  { person, sourceKind = 'phone', deviceSecretHash }: NewCamera,
  { address, userAgent }: Client,
): Promise<string> {
  const name = maxUses === 1 ? label : `${label} · ${person}`.slice(0, maxNameLength);
  const { id: streamId } = await db().$transaction(async (tx) => {
    await takePlace(tx, inviteId);
    const stream = await insertStream(tx, { organizationId, event, name, sourceKind, sender: deviceWords(userAgent) });
    const data = { id: newId(), organizationId, eventId, inviteId, streamId: stream.id, deviceSecretHash, person };
    await tx.phone.create({ data });
    const joined = { action: 'phones.join', thingType: 'stream', thingId: stream.id, thingName: name } as const;
    // The trail names the person who answers for the phone: the one who made the invite.
    if (userId) await record({ organizationId, userId, address }, { ...joined, detail: `for ${person}` }, tx);
    return stream;
  });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId, isNew: true });
  await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
  return streamId;
}

/** Counts one more phone. The invite may have ended since it was read, or others may have taken the last place. */
async function takePlace(tx: Transaction, id: string): Promise<void> {
  const [invite] = await tx.$queryRaw<{ isRevoked: boolean }[]>`
    SELECT revoked_at IS NOT NULL AS "isRevoked" FROM camera_invites WHERE id = ${id}::uuid FOR UPDATE`;
  if (!invite || invite.isRevoked) throw new AppError('gone', revokedSentence);
  requirePlace(await tx.cameraInvite.findUniqueOrThrow({ where: { id } }));
  await tx.cameraInvite.update({ where: { id }, data: { uses: { increment: 1 } } });
}

/** A camera for which the limits have no room stays off: the phone says so, and the director decides. */
async function switchOn(organizationId: string, streamId: string): Promise<void> {
  try {
    await applyStreamTransition(streamId, 'start_requested', {
      where: { organizationId },
      admit: (tx) => requireRoomForOneMore(tx, organizationId),
      mayRecord: (tx) => hasRoomToRecord(tx, organizationId),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'limit_reached') throw error;
  }
}
