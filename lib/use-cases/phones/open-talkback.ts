import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { mintDirectorToken } from '@/lib/platform/livekit/room-tokens';
import { record } from '@/lib/use-cases/audit/record';
import { getEvent } from '@/lib/use-cases/events/get-event';

export interface OpenedTalkback {
  /** For LiveKit. */
  token: string;
  /** The part of the show that the event's phones hear and see: `program`, a stream's id, or nothing. */
  returnSource: string | null;
}

/**
 * Lets a member's page into the talkback of an event.
 * @throws AppError `not_found`
 */
export async function openTalkback(actor: Actor, eventId: string): Promise<OpenedTalkback> {
  authorize(actor, 'talkback.use');
  const { name: thingName, returnSource } = await getEvent(actor, eventId);
  await db().$transaction((tx) =>
    record(actor, { action: 'talkback.use', thingType: 'event', thingId: eventId, thingName }, tx),
  );
  return { token: mintDirectorToken(eventId, actor.authSessionId), returnSource };
}
