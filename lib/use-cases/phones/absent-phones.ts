import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { mayKeepRecording, requireOneMoreOn } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Phone } from '@/prisma/generated/client';

/** A worker waits this long for a phone that has gone. */
export const absentMinutes = 5;

interface AbsentPhone {
  organizationId: string;
  streamId: string;
  generation: number;
}

/**
 * Turns off the cameras whose page was closed while it filmed, because each keeps a worker. A camera that a member turns
 * on waits for its phone without end. So does one that another app sends, because nothing would turn it on again.
 * @returns how many
 */
export const endAbsentPhones = defineSystem('the web program, by the minute', async (): Promise<number> => {
  const absent = await db().$queryRaw<AbsentPhone[]>`
    SELECT phones.organization_id AS "organizationId", stream_id AS "streamId", generation
    FROM phones JOIN streams ON streams.id = phones.stream_id
    WHERE status = 'active' AND source_kind = 'phone'
      AND lost_at < now() - ${absentMinutes} * interval '1 minute'
      AND reported_at < now() - ${absentMinutes} * interval '1 minute'
      AND reported_at > lost_at - interval '30 seconds'`;
  for (const { organizationId, streamId, generation } of absent) {
    await applyStreamTransition(streamId, 'stop_requested', {
      where: { organizationId, generation, lostAt: { not: null } },
      reason: { code: 'phone_absent', figures: { minutes: absentMinutes } },
      admit: async (tx) => {
        await tx.phone.updateMany({ where: { organizationId, streamId }, data: { leftGeneration: generation } });
      },
    });
  }
  return absent.length;
});

/** Turns off the camera of a phone whose person has stopped filming. */
export async function letPhoneGo({ id, organizationId, streamId }: Phone): Promise<void> {
  await applyStreamTransition(streamId, 'stop_requested', {
    where: { organizationId, sourceKind: 'phone', status: { in: ['provisioning', 'active'] } },
    reason: { code: 'phone_stopped', figures: {} },
    admit: async (tx, { generation }) => {
      await tx.phone.updateMany({ where: { id, organizationId }, data: { leftGeneration: generation } });
    },
  });
}

/** Turns a camera on again that was turned off as its phone left, unless a member has pressed On since. */
export async function takePhoneBack({ id, organizationId, streamId, leftGeneration }: Phone): Promise<void> {
  if (leftGeneration === null) return;
  const { count } = await db().phone.updateMany({ where: { id, leftGeneration }, data: { leftGeneration: null } });
  if (count === 0) return;
  const stream = await db().stream.findUnique({ where: { id: streamId }, select: { status: true, generation: true } });
  if (stream?.generation === leftGeneration && !isWanted(stream.status)) await switchOn(organizationId, streamId);
}

/** A camera for which the limits have no room stays off: the phone says so, and the director decides. */
export async function switchOn(organizationId: string, streamId: string): Promise<void> {
  try {
    await applyStreamTransition(streamId, 'start_requested', {
      where: { organizationId },
      admit: (tx) => requireOneMoreOn(tx, organizationId),
      mayRecord: (tx) => mayKeepRecording(tx, organizationId),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'limit_reached') throw error;
  }
}
