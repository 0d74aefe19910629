import { confirmActor } from '@/lib/auth/confirm-actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import type { DeleteOrganizationInput } from '@/lib/contracts/organization/members';
import { AppError } from '@/lib/core/errors';
import { announceDeletion } from '@/lib/platform/bus/announce-deletion';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { log } from '@/lib/platform/log';
import { removeRecordings } from '@/lib/platform/storage/recording-store';
import { isOperator } from '@/lib/preflight/operator';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';

/**
 * Deletes the actor's organization with all it holds, and the accounts of people who are in no other one. Announces it, so
 * that workers, cable connections and places in rooms end. The audit trail goes, too: a line of the log remains.
 * @param confirmed names the organization, so that none is deleted by mistake
 * @throws AppError `invalid_input` for another name; `conflict` for the organization that runs the server, or that still pays
 */
export const deleteOrganization = defineUseCase(
  { action: 'organization.delete' },
  async ({ actor }, confirmed: DeleteOrganizationInput['organization']): Promise<void> => {
    const { organizationId, userId } = actor;
    const gone = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      await confirmActor(tx, actor);
      const { name, billingSubscriptionId } = await tx.organization.findUniqueOrThrow({
        where: { id: organizationId },
      });
      if (confirmed.name !== name) throw new AppError('invalid_input', 'This is not the name of your organization.');
      if (billingSubscriptionId !== null) {
        throw new AppError('conflict', 'Your organization pays for a plan: end the subscription first.');
      }
      if (await isOperator(organizationId, tx)) {
        throw new AppError(
          'conflict',
          'This organization runs the server: name another one in OPERATOR_ORGANIZATION first.',
        );
      }
      // One after the other: a transaction has one connection.
      const where = { organizationId };
      const streams = await tx.stream.findMany({ where, select: { id: true } });
      const events = await tx.event.findMany({ where, select: { id: true } });
      const recordings = await tx.recording.findMany({ where, select: { id: true } });
      const credential = { where: { ...where, revokedAt: null }, select: { id: true, organizationId: true } };
      const ended = [...(await tx.authSession.findMany(credential)), ...(await tx.apiToken.findMany(credential))];
      const members = await tx.membership.findMany({ where, select: { userId: true } });
      // Their triggers would note the end of each camera for an organization that is gone.
      await tx.webhookEndpoint.deleteMany({ where });
      await tx.organization.delete({ where: { id: organizationId } });
      const ids = members.map((member) => member.userId);
      await tx.user.deleteMany({ where: { id: { in: ids }, memberships: { none: {} } } });
      return { streams, events, recordings, ended };
    });
    log.info({ organizationId, userId, streams: gone.streams.length }, 'organization: deleted');
    await announceDeletion(organizationId, gone.streams, gone.events);
    await endConnectionsOf(gone.ended);
    await removeRecordings(gone.recordings.map(({ id }) => id));
  },
);
