import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { mintDirectorToken } from '@/lib/platform/livekit/room-tokens';
import { record } from '@/lib/use-cases/audit/record';
import { getEvent } from '@/lib/use-cases/events/get-event';

/**
 * Lets a member's page into the talkback of an event.
 * @returns the token for LiveKit
 * @throws AppError `not_found`
 */
export async function openTalkback(actor: Actor, eventId: string): Promise<string> {
  authorize(actor, 'talkback.use');
  const { name: thingName } = await getEvent(actor, eventId);
  await db().$transaction((tx) =>
    record(actor, { action: 'talkback.use', thingType: 'event', thingId: eventId, thingName }, tx),
  );
  return mintDirectorToken(eventId, actor.authSessionId);
}
