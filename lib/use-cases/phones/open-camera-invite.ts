import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import type { CameraInvite, Prisma } from '@/prisma/generated/client';
import { countOpen, countUnknown } from './camera-limits';
import { findHandOver, type OpenedHandOver, requireUnused } from './hand-overs';
import { revokedSentence } from './lock-invite';

const relations = {
  event: { select: { id: true, name: true, recordsWhenOn: true, alarms: true, alarmsMutedUntil: true } },
  organization: { select: { name: true } },
  createdBy: { select: { firstName: true, lastName: true } },
} as const satisfies Prisma.CameraInviteInclude;

export type OpenedInvite = Prisma.CameraInviteGetPayload<{ include: typeof relations }>;

/** A link that makes a device a camera: a new one of an invite, or in place of another phone. */
export interface CameraLink {
  invite: OpenedInvite;
  /** Null: a new camera. */
  handOver: OpenedHandOver | null;
}

/**
 * Reads an invite by its secret, or by the code of a hand-over. Does not distinguish an unknown secret from that of a
 * deleted event.
 * @throws AppError `not_found`, `gone` for a revoked invite, `too_many_requests`
 */
export async function openCameraLink(secret: string, { address }: Client): Promise<CameraLink> {
  await countOpen(address);
  const handOver = await findHandOver(secret);
  const where = handOver ? { id: handOver.phone.inviteId } : { secretHash: hashLinkSecret(secret) };
  const invite = await db().cameraInvite.findUnique({ where, include: relations });
  if (!invite) {
    await countUnknown(address);
    throw new AppError('not_found', 'This link does not work. Check that it is complete, or ask for a new one.');
  }
  if (invite.revokedAt) throw new AppError('gone', revokedSentence);
  return { invite, handOver };
}

/**
 * Shows an invite or a hand-over to a phone that has not joined by it yet.
 * @throws AppError what openCameraLink throws; `gone` for an expired invite or code, and for a used code; `limit_reached`
 *   when all phones of an invite have joined
 */
export const findCameraInvite = definePublic(
  'the secret of an invite says which',
  async (secret: string, client: Client): Promise<CameraLink> => {
    const link = await openCameraLink(secret, client);
    if (link.handOver) requireUnused(link.handOver);
    else requirePlace(link.invite);
    return link;
  },
);

/** Refuses one more phone. @throws AppError `gone` for an expired invite, `limit_reached` when all its phones have joined */
export function requirePlace({ expiresAt, uses, maxUses }: CameraInvite): void {
  const sentence = 'Ask the person who sent it for a new one.';
  if (expiresAt.getTime() <= Date.now()) throw new AppError('gone', `This invite has expired. ${sentence}`);
  if (uses >= maxUses) throw new AppError('limit_reached', `This invite is used up. ${sentence}`);
}
