import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';
import { requireBelowLimit } from '@/lib/use-cases/accounts/require-below-limit';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { countStreamsOn, requireRecordingInPlan, requireStreamInPlan } from '@/lib/use-cases/plans/plan-limits';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';

/**
 * Starts the stream: sets the desired state; a gateway acts on it. Changes nothing of a stream that is already on.
 * @throws AppError `not_found`, `limit_reached`
 */
export const startStream = defineUseCase(
  { action: 'streams.start', audit: 'streams.start' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    const { organizationId } = actor;
    const stream = await applyStreamTransition(id, 'start_requested', {
      where: { organizationId },
      admit: async (tx, { name }) => {
        await record(tx, { id, name });
        await requireOneMoreOn(tx, organizationId);
      },
      // A plan that keeps no more recordings is no reason to leave a camera off.
      mayRecord: (tx) => mayKeepRecording(tx, organizationId),
    });
    if (!stream) throw streamNotFound();
    return stream;
  },
);

/** Whether the plan keeps another recording. */
export async function mayKeepRecording(tx: Transaction, organizationId: string): Promise<boolean> {
  try {
    await requireRecordingInPlan(tx, organizationId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limit_reached') return false;
    throw error;
  }
}

/** Differs from the first keys of all other advisory locks with two keys. */
const startLock = 1_500_151;

/** Counts under a lock, so that starts at the same time cannot exceed the limit together. */
export async function requireOneMoreOn(tx: Transaction, organizationId: string): Promise<void> {
  // The stream's row is locked already; nothing that holds this lock waits for a row, so nobody waits in a circle.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${startLock}::int, hashtext(${organizationId}))`;
  const count = await countStreamsOn(tx, organizationId);
  await requireStreamInPlan(tx, organizationId, count);
  requireBelowLimit('streamsOn', count);
}
