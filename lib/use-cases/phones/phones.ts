import type { TallyState } from '@/lib/core/tally';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import { type CrewPhoneRow, crewPhoneRelations } from './serialize';

/**
 * Phones of one organization whose invites are not revoked, oldest first, for callers that have asked the policy.
 * @param options.streamIds limits them to the phones of these streams; those of other organizations are left out
 * @param options.limit how many at most
 */
export const readPhones = defineSystem(
  'the cable asks the policy when somebody subscribes',
  (
    organizationId: string,
    { eventId, streamIds, limit }: { eventId?: string; streamIds?: string[]; limit?: number },
  ): Promise<CrewPhoneRow[]> =>
    db().phone.findMany({
      where: { organizationId, eventId, streamId: streamIds && { in: streamIds }, invite: { revokedAt: null } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      include: crewPhoneRelations,
      take: limit,
    }),
);

/**
 * Whether a phone may be in its event's room as the camera of this stream. The stream must exist, and its invite must not
 * be revoked. For the way to LiveKit, which acts for no actor.
 * @param tokenFromMs since when its token is valid: one from before a hand-over is that of the phone before
 */
export const isWelcomePhone = defineSystem(
  'the way to LiveKit',
  async (streamId: string, tokenFromMs: number): Promise<boolean> => {
    const rows = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM streams LEFT JOIN phones ON phones.stream_id = streams.id
        LEFT JOIN camera_invites ON camera_invites.id = phones.invite_id
      WHERE streams.id = ${streamId}::uuid AND camera_invites.revoked_at IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM phone_hand_overs
          WHERE phone_id = phones.id AND date_trunc('second', used_at) > ${new Date(tokenFromMs)})`;
    return rows.length > 0;
  },
);

/** The phones of an event that are on air and next, for the bell that tells them. */
export const readPhonesOnAir = defineSystem(
  'the bell of the talkback',
  async (organizationId: string, eventId: string): Promise<Record<'program' | 'preview', string[]>> => {
    const [[tally], phones] = await Promise.all([
      readTallies(organizationId, { ids: [eventId] }),
      db().phone.findMany({ where: { organizationId, eventId }, select: { streamId: true } }),
    ]);
    const isPhone = new Set(phones.map(({ streamId }) => streamId));
    const inState = (state: TallyState) =>
      (tally?.attributes.streams ?? []).flatMap(({ stream_id: id, tally }) =>
        tally === state && isPhone.has(id) ? [id] : [],
      );
    return { program: inState('program'), preview: inState('preview') };
  },
);

/** The organizations in which camera invites were revoked within the last `seconds`. */
export const readOrganizationsOfRevokedInvites = defineSystem(
  'the room guard',
  async (seconds: number): Promise<string[]> => {
    const invites = await db().cameraInvite.findMany({
      where: { revokedAt: { gt: new Date(Date.now() - seconds * 1000) } },
      distinct: ['organizationId'],
      select: { organizationId: true },
    });
    return invites.map(({ organizationId }) => organizationId);
  },
);

/** An event without an end has no other: a phone that has gone leaves no position. */
const keptMinutes = 60;

/** Deletes the positions of phones whose event has ended or that have gone, and announces it. @returns how many */
export const forgetPositions = defineSystem('the web program, by the minute', async (): Promise<number> => {
  const forgotten = await db().$queryRaw<{ organizationId: string; streamId: string }[]>`
    UPDATE phones SET latitude = NULL, longitude = NULL, accuracy_m = NULL, position_at = NULL
    FROM events
    WHERE phones.event_id = events.id AND position_at IS NOT NULL
      AND (events.ends_at <= now() OR position_at < now() - ${keptMinutes} * interval '1 minute')
    RETURNING phones.organization_id AS "organizationId", stream_id AS "streamId"`;
  for (const { organizationId, streamId } of forgotten) {
    await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
  }
  return forgotten.length;
});
