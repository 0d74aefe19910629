import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { presetNotFound } from './preset-error';

/** Deletes a preset of the actor's organization. @throws AppError `not_found` */
export async function deletePreset(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'presets.delete');
  const { count } = await db().multiviewPreset.deleteMany({ where: { id, organizationId: actor.organizationId } });
  if (count === 0) throw presetNotFound();
}
