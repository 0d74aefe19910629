import { type Arrangement, type ArrangementChanges, storedArrangementSchema } from '@/lib/contracts/arrangement';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';
import { lockEvent } from './lock-event';
import { presetNotFound, serializePreset } from './presets';
import { requireEventStreams } from './require-event-streams';

const firstArrangement: Arrangement = { layout: 'auto', order: [], hides_off: false, solo: null };

/**
 * Shows an arrangement on the multiviews that follow the event's director.
 * @throws AppError `not_found`, also for a preset or a camera that the event does not have
 */
export const directMultiview = defineUseCase(
  { action: 'multiview.direct' },
  async ({ actor }, id: string, changes: ArrangementChanges): Promise<Event> => {
    const { organizationId } = actor;
    const event = await db().$transaction(async (tx) => {
      // Locked: two directors may change different parts at the same time.
      const before = await lockEvent(tx, organizationId, id, { mayGrow: true });
      const { order = [], solo = null } = changes;
      const sentence = 'The multiview names a camera that the event does not have.';
      await requireEventStreams(tx, id, solo ? [...order, solo] : order, sentence);
      const base = await presetOf(tx, id, changes.preset_id);
      const shown = base ?? storedArrangementSchema.parse(before.multiview) ?? firstArrangement;
      return tx.event.update({ where: { id }, data: { multiview: changed(shown, changes) } });
    });
    await openBus().publish({ type: 'event_upsert', organizationId, eventId: id });
    return event;
  },
);

const changed = (base: Arrangement, changes: Partial<Arrangement>): Arrangement => ({
  layout: changes.layout ?? base.layout,
  order: changes.order ?? base.order,
  hides_off: changes.hides_off ?? base.hides_off,
  solo: changes.solo === undefined ? base.solo : changes.solo,
});

async function presetOf(tx: Transaction, eventId: string, presetId: string | undefined): Promise<Arrangement | null> {
  if (presetId === undefined) return null;
  const preset = await tx.multiviewPreset.findFirst({ where: { id: presetId, eventId } });
  if (!preset) throw presetNotFound();
  return changed(serializePreset(preset).attributes, {});
}
