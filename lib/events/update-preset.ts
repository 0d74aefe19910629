import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdatePresetInput } from '@/lib/contracts/presets';
import { db } from '@/lib/platform/db/db';
import type { MultiviewPreset } from '@/prisma/generated/client';
import { presetError, presetNotFound } from './preset-error';

/**
 * Renames a preset of the actor's organization, or changes what it shows.
 * @throws AppError `not_found`, `conflict` for a name that the event already has
 */
export async function updatePreset(
  actor: Actor,
  id: string,
  { name, layout, order, hides_off: hidesOff, solo }: UpdatePresetInput['preset'],
): Promise<MultiviewPreset> {
  authorize(actor, 'presets.update');
  const [preset] = await db()
    .multiviewPreset.updateManyAndReturn({
      where: { id, organizationId: actor.organizationId },
      data: { name, layout, streamOrder: order, hidesOff, soloStreamId: solo },
    })
    .catch((error: unknown) => {
      throw presetError(error);
    });
  if (!preset) throw presetNotFound();
  return preset;
}
