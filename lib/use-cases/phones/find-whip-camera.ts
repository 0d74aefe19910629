import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { revokedSentence } from './open-camera-invite';

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
 * @throws AppError `conflict` for a camera that is sent by SRT; `gone` for one whose invite is revoked
 */
export async function findWhipCamera(streamKey: string): Promise<WhipCamera | null> {
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
  if (stream.sourceKind !== 'phone') {
    throw new AppError('conflict', 'This camera is sent by SRT. Add a phone camera for WHIP, or use its SRT address.');
  }
  if (stream.phone?.invite.revokedAt) throw new AppError('gone', revokedSentence);
  return { streamId: stream.id, eventId: stream.eventId, isOn: isWanted(stream.status) };
}
