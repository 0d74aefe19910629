import type { Client } from '@/lib/auth/client';
import { hashLinkSecret, isLinkSecret, newLinkSecret } from '@/lib/auth/link-secret';
import { lengths } from '@/lib/contracts/limits';
import { identityOf } from '@/lib/contracts/participants';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import { deviceWords } from '@/lib/core/device-words';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { recorderOf } from '@/lib/use-cases/definers/record';
import { insertStream } from '@/lib/use-cases/streams/insert-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Phone } from '@/prisma/generated/client';
import { switchOn, takePhoneBack } from './absent-phones';
import { countSwitch } from './camera-limits';
import { endHandOvers, takeOver } from './hand-overs';
import { lockInvite } from './lock-invite';
import { type CameraLink, type OpenedInvite, openCameraLink, requirePlace } from './open-camera-invite';
import { type CameraState, readCameraState, refuseFormerPhone } from './read-camera-state';

interface JoinAsCamera {
  secret: string;
  /** Made by the device, or from an earlier answer to it. */
  deviceSecret?: string | undefined;
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
 * Makes a phone a camera of the invite's event, switched on where the limits allow that. By the code of a hand-over it
 * becomes the camera that another phone was. A device that joined before stays the same camera, also after the invite
 * has expired, and its switch stays as it is.
 * @throws AppError `not_found`, `gone`, `limit_reached`, `too_many_requests`
 */
export const joinAsCamera = definePublic(
  'the secret of an invite says where',
  async ({ secret, deviceSecret, person, sourceKind }: JoinAsCamera, client: Client): Promise<JoinedCamera> => {
    const link = await openCameraLink(secret, client);
    const known = deviceSecret && (await readCameraState(deviceSecret));
    if (deviceSecret && known && isCameraOf(link, known)) {
      await takePhoneBack(known.phone);
      if (!sourceKind || sourceKind === known.sourceKind)
        return { deviceSecret, state: await requireState(deviceSecret) };
      await countSwitch(known.phone.id);
      await changeSource(known.phone, sourceKind);
      return { deviceSecret, state: await requireState(deviceSecret) };
    }
    if (deviceSecret && !known) await refuseFormerPhone(deviceSecret);
    // A secret of another camera stays with it.
    const own = deviceSecret && !known && isLinkSecret(deviceSecret) ? deviceSecret : newLinkSecret().secret;
    const deviceSecretHash = hashLinkSecret(own);
    const { invite, handOver } = link;
    if (handOver) {
      await takeOver(handOver, { person, deviceSecretHash }, invite.createdById, client);
      const { phone, sourceKind: former } = await requireState(own);
      await takePhoneBack(phone);
      if (sourceKind && sourceKind !== former) await changeSource(phone, sourceKind);
      return { deviceSecret: own, state: await requireState(own) };
    }
    requirePlace(invite);
    const streamId = await addCamera(invite, { person, sourceKind, deviceSecretHash }, client);
    if (streamId) await switchOn(invite.organizationId, streamId);
    return { deviceSecret: own, state: await requireState(own) };
  },
);

/** Whether a device is the camera of a link already. */
const isCameraOf = ({ invite, handOver }: CameraLink, { phone }: CameraState): boolean =>
  handOver ? phone.id === handOver.phoneId : phone.inviteId === invite.id;

async function requireState(deviceSecret: string): Promise<CameraState> {
  const state = await readCameraState(deviceSecret);
  if (!state) throw new AppError('gone', 'This camera was removed just now. Open the link again.');
  return state;
}

/**
 * Lets another kind of sender be the camera. One that is on is switched off and on, for its worker is another one.
 * @throws AppError `gone` where the invite was revoked in the meantime
 */
async function changeSource({ id, organizationId, streamId, inviteId }: Phone, sourceKind: SourceKind): Promise<void> {
  const where = { organizationId };
  const before = await db().stream.findUniqueOrThrow({ where: { id: streamId }, select: { status: true } });
  if (isWanted(before.status)) await applyStreamTransition(streamId, 'stop_requested', { where });
  const participantIdentity = identityOf(sourceKinds[sourceKind].publisher, { streamId });
  await db().$transaction(async (tx) => {
    await lockInvite(tx, inviteId);
    await endHandOvers(tx, id);
    await tx.stream.update({ where: { id: streamId }, data: { sourceKind, participantIdentity } });
  });
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  if (isWanted(before.status)) await switchOn(organizationId, streamId);
}

interface NewCamera extends Pick<JoinAsCamera, 'person' | 'sourceKind'> {
  deviceSecretHash: string;
}

/** @returns the id of the camera's stream; null where a call that was made at the same time has added it */
async function addCamera(
  { id: inviteId, organizationId, eventId, event, label, maxUses, createdById: userId }: OpenedInvite,
  { person, sourceKind = 'phone', deviceSecretHash }: NewCamera,
  { address, userAgent }: Client,
): Promise<string | null> {
  const name = maxUses === 1 ? label : `${label} · ${person}`.slice(0, lengths.name.max);
  const added = await db().$transaction(async (tx) => {
    await lockInvite(tx, inviteId);
    if ((await tx.phone.count({ where: { inviteId, deviceSecretHash } })) > 0) return null;
    await takePlace(tx, inviteId);
    const stream = await insertStream(tx, { organizationId, event, name, sourceKind, sender: deviceWords(userAgent) });
    const data = { id: newId(), organizationId, eventId, inviteId, streamId: stream.id, deviceSecretHash, person };
    await tx.phone.create({ data });
    // The trail names the person who answers for the phone: the one who made the invite.
    const joined = { action: 'phones.join', id: stream.id, name, detail: `for ${person}` } as const;
    if (userId) await recorderOf({ organizationId, userId, address })(tx, joined);
    return stream;
  });
  if (!added) return null;
  const { id: streamId } = added;
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId, isNew: true });
  await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
  return streamId;
}

/** Counts one more phone of a locked invite, which may have ended or filled up since it was read. */
async function takePlace(tx: Transaction, id: string): Promise<void> {
  requirePlace(await tx.cameraInvite.findUniqueOrThrow({ where: { id } }));
  await tx.cameraInvite.update({ where: { id }, data: { uses: { increment: 1 } } });
}
