import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type { CreatePresetInput, PresetJson, UpdatePresetInput } from '@/lib/contracts/presets';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { confirmAttempt } from '@/lib/platform/kept-answer';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { MultiviewPreset } from '@/prisma/generated/client';
import { eventNotFound, getEvent } from './get-event';
import { requireEventStreams } from './require-event-streams';

/** The multiview presets of an event, oldest first. @throws AppError `not_found` */
export const listPresets = defineUseCase(
  { action: 'presets.read' },
  async ({ actor }, eventId: string): Promise<MultiviewPreset[]> => {
    await getEvent(actor, eventId);
    return db().multiviewPreset.findMany({
      where: { eventId, organizationId: actor.organizationId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  },
);

const maxPresets = 50;

/**
 * Saves an arrangement of an event's multiview under a name.
 * @throws AppError `not_found` for the event or for a stream that it does not have, `conflict` for a name that the event already has, `limit_reached`
 */
export const createPreset = defineUseCase(
  { action: 'presets.create' },
  async (
    { actor },
    eventId: string,
    { name, layout, order, hides_off: hidesOff, solo }: CreatePresetInput['preset'],
  ): Promise<MultiviewPreset> => {
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
          throw limitReached(
            `This event has ${maxPresets} presets, as many as it may have: delete one to add another.`,
          );
        }
        await requireEventStreams(tx, eventId, solo ? [...order, solo] : order);
        await confirmAttempt(tx);
        return tx.multiviewPreset.create({ data });
      })
      .catch((error: unknown) => {
        throw presetError(error);
      });
  },
);

/**
 * Renames a preset of the actor's organization, or changes its arrangement.
 * @throws AppError `not_found`, also for a stream that its event does not have, `conflict` for a name that the event
 * already has
 */
export const updatePreset = defineUseCase(
  { action: 'presets.update' },
  async (
    { actor },
    id: string,
    { name, layout, order, hides_off: hidesOff, solo }: UpdatePresetInput['preset'],
  ): Promise<MultiviewPreset> => {
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
  },
);

/** Deletes a preset of the actor's organization. @throws AppError `not_found` */
export const deletePreset = defineUseCase(
  { action: 'presets.delete' },
  async ({ actor }, id: string): Promise<void> => {
    const { count } = await db().multiviewPreset.deleteMany({ where: { id, organizationId: actor.organizationId } });
    if (count === 0) throw presetNotFound();
  },
);

/** The one error for a preset that does not exist or belongs to another organization. */
export const presetNotFound = () => new AppError('not_found', 'This preset does not exist.');

/** The error as its user should see it: a name that its event already has is a conflict. */
function presetError(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  const message = 'This event has a preset of this name already: choose another name.';
  return new AppError('conflict', message, { cause: error, details: { 'preset.name': [message] } });
}

/** A preset as the API shows it; a layout that this version does not know is Auto. */
export const serializePreset = (preset: MultiviewPreset): PresetJson => ({
  id: preset.id,
  type: 'preset',
  attributes: {
    name: preset.name,
    event_id: preset.eventId,
    layout: multiviewLayouts.find((name) => name === preset.layout) ?? 'auto',
    order: preset.streamOrder,
    hides_off: preset.hidesOff,
    solo: preset.soloStreamId,
    created_at: preset.createdAt.toISOString(),
  },
});
