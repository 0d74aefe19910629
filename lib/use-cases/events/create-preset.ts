import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { CreatePresetInput } from '@/lib/contracts/presets';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import type { MultiviewPreset } from '@/prisma/generated/client';
import { eventNotFound } from './get-event';
import { presetError } from './preset-error';
import { requireEventStreams } from './require-event-streams';

const maxPresets = 50;

/**
 * Saves an arrangement of an event's multiview under a name.
 * @throws AppError `not_found` for the event or for a stream that it does not have, `conflict` for a name that the event already has, `limit_reached`
 */
export async function createPreset(
  actor: Actor,
  eventId: string,
  { name, layout, order, hides_off: hidesOff, solo }: CreatePresetInput['preset'],
): Promise<MultiviewPreset> {
  authorize(actor, 'presets.create');
  const { organizationId } = actor;
  const data = {
    id: newId(),
    organizationId,
    eventId,
    name,
    layout,
    streamOrder: order,
    hidesOff,
    soloStreamId: solo,
  };
  return db()
    .$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { id: true } });
      if (!event) throw eventNotFound();
      if ((await tx.multiviewPreset.count({ where: { eventId } })) >= maxPresets) {
        throw limitReached(`This event has ${maxPresets} presets, as many as it may have: delete one to add another.`);
      }
      await requireEventStreams(tx, eventId, solo ? [...order, solo] : order);
      return tx.multiviewPreset.create({ data });
    })
    .catch((error: unknown) => {
      throw presetError(error);
    });
}
