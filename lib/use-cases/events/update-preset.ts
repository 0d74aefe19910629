import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdatePresetInput } from '@/lib/contracts/presets';
import { db } from '@/lib/platform/db/db';
import type { MultiviewPreset } from '@/prisma/generated/client';
import { presetError, presetNotFound } from './preset-error';
import { requireEventStreams } from './require-event-streams';

/**
 * Renames a preset of the actor's organization, or changes its arrangement.
 * @throws AppError `not_found`, also for a stream that its event does not have, `conflict` for a name that the event
 * already has
 */
export async function updatePreset(
  actor: Actor,
  id: string,
  { name, layout, order, hides_off: hidesOff, solo }: UpdatePresetInput['preset'],
): Promise<MultiviewPreset> {
  authorize(actor, 'presets.update');
  const { organizationId } = actor;
  return db()
    .$transaction(async (tx) => {
      const preset = await tx.multiviewPreset.findFirst({ where: { id, organizationId }, select: { eventId: true } });
      if (!preset) throw presetNotFound();
      await requireEventStreams(tx, preset.eventId, solo ? [...(order ?? []), solo] : (order ?? []));
      const data = { name, layout, streamOrder: order, hidesOff, soloStreamId: solo };
      const [changed] = await tx.multiviewPreset.updateManyAndReturn({ where: { id }, data });
      if (!changed) throw presetNotFound();
      return changed;
    })
    .catch((error: unknown) => {
      throw presetError(error);
    });
}
