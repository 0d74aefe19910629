import { sourceKinds } from '@/lib/contracts/source-kinds';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Stream } from '@/prisma/generated/client';
import { lockStream } from './lock-stream';
import { isWanted } from './state/stream-state';

/**
 * Shows a camera's spare in its place until somebody gives the place back, whether the camera has a picture or not.
 * @throws AppError `not_found`; `conflict` where it has no spare, or either of the two is off
 */
export const takeSpare = defineUseCase(
  { action: 'streams.update', audit: 'streams.take_spare' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    const { organizationId } = actor;
    const stream = await db().$transaction(async (tx) => {
      const { name, spareId } = requireSpareOf(await lockStream(tx, organizationId, id));
      const spare = await tx.stream.findUniqueOrThrow({ where: { id: spareId }, select: { name: true, status: true } });
      if (!isWanted(spare.status)) throw new AppError('conflict', `“${spare.name}” is off. Switch it on first.`);
      await record(tx, { id, name, detail: `“${spare.name}”` });
      return tx.stream.update({ where: { id }, data: { spareAsked: 'spare', spareAskedAt: new Date() } });
    });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    return stream;
  },
);

/**
 * Shows a camera again in its own place, from its next keyframe on. One without a picture returns as soon as it has one.
 * @throws AppError `not_found`; `conflict` where it has no spare, or is off
 */
export const giveBackSpare = defineUseCase(
  { action: 'streams.update', audit: 'streams.give_back' },
  async ({ actor, record }, id: string): Promise<Stream> => {
    const { organizationId } = actor;
    const stream = await db().$transaction(async (tx) => {
      const { name } = requireSpareOf(await lockStream(tx, organizationId, id));
      await record(tx, { id, name });
      return tx.stream.update({ where: { id }, data: { spareAsked: 'camera', spareAskedAt: new Date() } });
    });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    return stream;
  },
);

function requireSpareOf({ name, status, sourceKind, spareId }: Stream): { name: string; spareId: string } {
  if (spareId === null || !sourceKinds[sourceKind].canHaveSpare) {
    throw new AppError('conflict', 'This camera has no spare. Choose one in its settings.');
  }
  if (!isWanted(status)) throw new AppError('conflict', 'This camera is off. Switch it on first.');
  return { name, spareId };
}
