import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type DirectedWall, type DirectWallInput, storedWallSchema } from '@/lib/contracts/wall';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { eventNotFound } from './get-event';
import { presetNotFound } from './preset-error';
import { requireEventStreams } from './require-event-streams';
import { serializePreset } from './serialize-preset';

const firstWall: DirectedWall = { layout: 'auto', order: [], hides_off: false, solo: null };

/**
 * Shows an arrangement on the walls that follow the event's director.
 * @throws AppError `not_found`, also for a preset or a camera that the event does not have
 */
export async function directWall(actor: Actor, id: string, changes: DirectWallInput['wall']): Promise<Event> {
  authorize(actor, 'wall.direct');
  const { organizationId } = actor;
  const event = await db().$transaction(async (tx) => {
    // Locked: two directors may change different parts at the same time.
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    const before = await tx.event.findFirst({ where: { id, organizationId }, select: { wall: true } });
    if (!before) throw eventNotFound();
    const { order = [], solo = null } = changes;
    const sentence = 'The wall names a camera that the event does not have.';
    await requireEventStreams(tx, id, solo ? [...order, solo] : order, sentence);
    const base = await presetOf(tx, id, changes.preset_id);
    const wall = wallWith(base ?? storedWallSchema.parse(before.wall) ?? firstWall, changes);
    return tx.event.update({ where: { id }, data: { wall } });
  });
  await openBus().publish({ type: 'event_upsert', organizationId, eventId: id });
  return event;
}

const wallWith = (base: DirectedWall, changes: Partial<DirectedWall>): DirectedWall => ({
  layout: changes.layout ?? base.layout,
  order: changes.order ?? base.order,
  hides_off: changes.hides_off ?? base.hides_off,
  solo: changes.solo === undefined ? base.solo : changes.solo,
});

async function presetOf(tx: Transaction, eventId: string, presetId: string | undefined): Promise<DirectedWall | null> {
  if (presetId === undefined) return null;
  const preset = await tx.multiviewPreset.findFirst({ where: { id: presetId, eventId } });
  if (!preset) throw presetNotFound();
  return wallWith(serializePreset(preset).attributes, {});
}
