import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { MultiviewPreset } from '@/prisma/generated/client';
import { getEvent } from './get-event';

/** The multiview presets of an event, oldest first. @throws AppError `not_found` */
export async function listPresets(actor: Actor, eventId: string): Promise<MultiviewPreset[]> {
  authorize(actor, 'presets.read');
  await getEvent(actor, eventId);
  return db().multiviewPreset.findMany({
    where: { eventId, organizationId: actor.organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
