import { sourceKinds } from '@/lib/contracts/source-kinds';
import { deviceWords } from '@/lib/core/device-words';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { definePublic, defineSystem } from '@/lib/use-cases/definers/define-open';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { revokedSentence } from './lock-invite';

/** A camera that is published by WHIP. */
export interface WhipCamera {
  streamId: string;
  eventId: string;
  /** Whether somebody has switched it on. */
  isOn: boolean;
}

/**
 * The camera that a stream key opens to WHIP. For the web's edge, where the key alone says who calls.
 * @returns null for a key that is no camera's
 * @throws AppError `conflict` for a camera that WHIP may not send; `gone` for one whose invite is revoked
 */
export const findWhipCamera = definePublic(
  'the stream key says which camera',
  async (streamKey: string): Promise<WhipCamera | null> => {
    const stream = await db().stream.findUnique({
      where: { streamKey },
      select: {
        id: true,
        eventId: true,
        sourceKind: true,
        status: true,
        phone: { select: { invite: { select: { revokedAt: true } } } },
      },
    });
    if (!stream) return null;
    const { whipRefusal } = sourceKinds[stream.sourceKind];
    if (whipRefusal !== null) throw new AppError('conflict', whipRefusal);
    if (stream.phone?.invite.revokedAt) throw new AppError('gone', revokedSentence);
    return { streamId: stream.id, eventId: stream.eventId, isOn: isWanted(stream.status) };
  },
);

/** Keeps which program sends a camera by WHIP, for analytics. */
export const noteSender = defineSystem(
  'the way in for WHIP, which knows the stream key',
  async (streamId: string, userAgent: string | undefined): Promise<void> => {
    const sender = deviceWords(userAgent ?? null);
    const isOther = [{ sender: null }, { sender: { not: sender } }];
    await db().stream.updateMany({ where: { id: streamId, OR: isOther }, data: { sender } });
  },
);
