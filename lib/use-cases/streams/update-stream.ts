import { isDeepStrictEqual } from 'node:util';
import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import { alarmSettingsSchema, withAlarmChanges } from '@/lib/contracts/alarms/alarms';
import { streamSettingActions, streamSettingNames, streamSettings } from '@/lib/contracts/stream-settings';
import type { UpdateStreamInput } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';
import { recordIncident } from './state/record-incident';

const updates = [
  'streams.rename',
  'streams.renumber',
  'streams.change_passphrase',
  'streams.remove_passphrase',
  'streams.change_alarms',
  ...streamSettingActions,
] as const;

/**
 * Updates a stream of the actor's organization. A new passphrase starts a new worker, to which encoder and viewers must
 * reconnect. A new latency applies from the next connection. A number that another camera has is swapped.
 * @throws AppError `not_found`
 */
export const updateStream = defineUseCase(
  { action: 'streams.update', audit: updates },
  async ({ actor, record }, id: string, input: UpdateStreamInput['stream']): Promise<Stream> => {
    const { organizationId } = actor;
    const { name, number, passphrase, place, plan_place: planPlace } = input;
    const { stream, isRekeyed, swapped } = await db().$transaction(async (tx) => {
      if (number !== undefined) await lockEventOf(tx, id);
      await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
      const before = await tx.stream.findFirst({ where: { id, organizationId } });
      if (!before) throw streamNotFound();
      const isRekeyed = passphrase !== undefined && passphrase !== before.passphrase;
      const generation = isRekeyed ? { increment: 1 } : undefined;
      const alarms = input.alarms && withAlarmChanges(before.alarms, input.alarms);
      const at = place === null ? { latitude: null, longitude: null } : place;
      const onPlan = planPlace === null ? { x: null, y: null } : planPlace;
      const places = { placeLatitude: at?.latitude, placeLongitude: at?.longitude, planX: onPlan?.x, planY: onPlan?.y };
      const settings = Object.fromEntries(streamSettingNames.map((key) => [streamSettings[key].field, input[key]]));
      const data: Prisma.StreamUpdateInput = { name, passphrase, alarms, ...settings, ...places, generation };
      for (const [action, detail] of changesOf(before, input, alarms)) {
        await record(tx, { action, id, name: before.name, detail });
      }
      const swapped = number === undefined ? null : await renumber(tx, id, { before, number });
      if (swapped) {
        await record(tx, { action: 'streams.renumber', ...swapped, detail: `to ${before.number}` });
      }
      return { stream: await tx.stream.update({ where: { id }, data }), isRekeyed, swapped };
    });
    if (swapped) await openBus().publish({ type: 'stream_upsert', organizationId, streamId: swapped.id });
    if (!isRekeyed) {
      await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
      return stream;
    }
    const restarted = await applyStreamTransition(id, 'passphrase_changed', { where: { organizationId } });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    await recordIncident(id, {
      code: 'passphrase_changed',
      severity: 'info',
      text: { code: passphrase === null ? 'passphrase_removed' : 'passphrase_changed', figures: {} },
    });
    return restarted ?? stream;
  },
);

/** Serializes changes of numbers in one event. Taken before any stream's row, as in adding a stream. */
const lockEventOf = (tx: Transaction, id: string) => tx.$queryRaw`
  SELECT 1 FROM events WHERE id = (SELECT event_id FROM streams WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;

/** Gives a stream a number. @returns the stream that had it, and has that of the first one now; null where none had */
async function renumber(
  tx: Transaction,
  id: string,
  { before, number }: { before: Stream; number: number },
): Promise<Pick<Stream, 'id' | 'name'> | null> {
  const changed = await tx.$queryRaw<Pick<Stream, 'id' | 'name'>[]>`
    UPDATE streams SET number = CASE WHEN id = ${id}::uuid THEN ${number}::int ELSE ${before.number}::int END,
      updated_at = now()
    WHERE event_id = ${before.eventId}::uuid AND (id = ${id}::uuid OR number = ${number}::int) RETURNING id, name`;
  return changed.find((stream) => stream.id !== id) ?? null;
}

/** The audit trail's entries for an update: the differences, and never a passphrase. */
function changesOf(
  before: Stream,
  input: UpdateStreamInput['stream'],
  alarms: AlarmSettings | undefined,
): [action: (typeof updates)[number], detail?: string][] {
  const { name, number, passphrase } = input;
  const changes: [action: (typeof updates)[number], detail?: string][] = [];
  if (name !== undefined && name !== before.name) changes.push(['streams.rename', `to ${name}`]);
  if (number !== undefined && number !== before.number) changes.push(['streams.renumber', `to ${number}`]);
  if (passphrase !== undefined && passphrase !== before.passphrase) {
    changes.push([passphrase === null ? 'streams.remove_passphrase' : 'streams.change_passphrase']);
  }
  if (alarms !== undefined && !isDeepStrictEqual(alarms, alarmSettingsSchema.parse(before.alarms))) {
    changes.push(['streams.change_alarms']);
  }
  for (const key of streamSettingNames) {
    const { field, action, detail } = streamSettings[key];
    const value = input[key];
    if (value !== undefined && value !== before[field]) changes.push([action, detail(value as never)]);
  }
  return changes;
}
