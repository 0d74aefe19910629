import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { lockEvent } from '@/lib/use-cases/events/lock-event';
import { requireInvitesInPlan } from '@/lib/use-cases/plans/plan-limits';
import { announceKey, changeKey } from '@/lib/use-cases/streams/stream-keys';
import { newCameraInviteSecret } from './camera-invite-secrets';
import { type CameraInviteRow, cameraInviteRelations } from './serialize';

/** A page of the camera invites of an event, newest first. @throws AppError `not_found` */
export const listCameraInvites = defineUseCase(
  { action: 'phones.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<CameraInviteRow>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('createdAt', 'desc', request);
    return page.read({ eventId, organizationId }, (query) =>
      db().cameraInvite.findMany({ ...query, include: cameraInviteRelations }),
    );
  },
);

const maxInvitesPerEvent = 50;

interface NewCameraInvite {
  label: string;
  maxUses: number;
  expiresAt: Date;
}

/**
 * Creates a link that makes phones cameras of an event.
 * @throws AppError `not_found` for the event, `limit_reached`
 */
export const createCameraInvite = defineUseCase(
  { action: 'phones.invite', audit: 'phones.invite' },
  async (
    { actor, record },
    eventId: string,
    { label, maxUses, expiresAt }: NewCameraInvite,
  ): Promise<CameraInviteRow> => {
    const { organizationId, userId: createdById } = actor;
    const id = newId();
    return db().$transaction(async (tx) => {
      // Invites of one event are created one at a time, so that the limits hold.
      await lockEvent(tx, organizationId, eventId, { mayGrow: true });
      const count = await tx.cameraInvite.count({ where: { eventId, revokedAt: null, expiresAt: { gt: new Date() } } });
      await requireInvitesInPlan(tx, organizationId, count);
      if (count >= maxInvitesPerEvent) {
        throw limitReached(`This event has ${maxInvitesPerEvent} open camera invites, the maximum. Revoke one first.`);
      }
      await record(tx, { id, name: label });
      const secretHash = hashLinkSecret(newCameraInviteSecret(id));
      const data = { id, organizationId, eventId, createdById, label, secretHash, maxUses, expiresAt };
      return tx.cameraInvite.create({ data, include: cameraInviteRelations });
    });
  },
);

/**
 * Revokes a camera invite and announces it, so that its phones leave the room, and encoders lose their key. A revoked
 * invite stays revoked.
 * @throws AppError `not_found`
 */
export const revokeCameraInvite = defineUseCase(
  { action: 'phones.invite', audit: 'phones.revoke_invite' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const where = { id, organizationId };
    const invite = await db().cameraInvite.findFirst({ where, select: { eventId: true, label: true } });
    if (!invite) throw new AppError('not_found', 'This camera invite does not exist.');
    const { eventId, label: name } = invite;
    const phones = await db().$transaction(async (tx) => {
      // A phone that changes its source locks the invite, too: it is either among these, or finds it revoked.
      const { count } = await tx.cameraInvite.updateMany({
        where: { ...where, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      if (count === 0) return [];
      await record(tx, { id, name });
      const phones = await tx.phone.findMany({
        where: { inviteId: id },
        select: { streamId: true, stream: { select: { sourceKind: true } } },
      });
      for (const { streamId, stream } of phones) {
        if (hasKeyAlone(stream)) await changeKey(tx, organizationId, streamId, 'ingest');
      }
      return phones;
    });
    await openBus().publish({ type: 'camera_invite_revoked', organizationId, eventId, inviteId: id });
    for (const { streamId, stream } of phones) {
      if (hasKeyAlone(stream)) await announceKey(organizationId, streamId, 'ingest');
      await openBus().publish({ type: 'phone_remove', organizationId, streamId });
    }
  },
);

/** Whether the key alone lets a camera's sender in: SRT and RTMP ask for nothing else. */
const hasKeyAlone = ({ sourceKind }: { sourceKind: SourceKind }): boolean => sourceKinds[sourceKind].takes !== 'whip';
