import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type AlarmSettings, alarmSettingsSchema } from '@/lib/contracts/alarms/alarms';
import { withAlarmChanges } from '@/lib/contracts/alarms/with-alarm-changes';
import type { AuditAction } from '@/lib/contracts/organization/audit-words';
import type { UpdateStreamInput } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './get-stream';
import { applyStreamTransition } from './state/apply-stream-transition';
import { recordIncident } from './state/record-incident';

/**
 * Updates a stream of the actor's organization. A new passphrase starts a new worker, to which encoder and viewers must
 * reconnect. A new latency applies from the next connection. A number that another camera has is swapped.
 * @throws AppError `not_found`
 */
export async function updateStream(
  actor: Actor,
  id: string,
  {
    name,
    number,
    passphrase,
    latency,
    alarms: alarmChanges,
    program,
    audio_track: audioTrack,
    records_when_on: recordsWhenOn,
    place,
    plan_place: planPlace,
  }: UpdateStreamInput['stream'],
): Promise<Stream> {
  authorize(actor, 'streams.update');
  const { organizationId } = actor;
  const { stream, isRekeyed, swapped } = await db().$transaction(async (tx) => {
    if (number !== undefined) await lockEventOf(tx, id);
    const [before] = await tx.$queryRaw<Before[]>`
      SELECT name, number, event_id AS "eventId", passphrase, latency, alarms, program, audio_track AS "audioTrack",
        records_when_on AS "recordsWhenOn" FROM streams
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    if (!before) throw streamNotFound();
    const isRekeyed = passphrase !== undefined && passphrase !== before.passphrase;
    const generation = isRekeyed ? { increment: 1 } : undefined;
    const alarms = alarmChanges && withAlarmChanges(before.alarms, alarmChanges);
    const changes = { name, passphrase, latency, alarms, program, audioTrack, recordsWhenOn };
    const at = place === null ? { latitude: null, longitude: null } : place;
    const onPlan = planPlace === null ? { x: null, y: null } : planPlace;
    const places = { placeLatitude: at?.latitude, placeLongitude: at?.longitude, planX: onPlan?.x, planY: onPlan?.y };
    const data = { ...changes, ...places, generation };
    for (const [action, detail] of changesOf(before, { ...changes, number })) {
      await record(actor, { action, thingType: 'stream', thingId: id, thingName: before.name, detail }, tx);
    }
    const swapped = number === undefined ? null : await renumber(tx, id, { before, number });
    if (swapped) {
      const { id: thingId, name: thingName } = swapped;
      const detail = `to ${before.number}`;
      await record(actor, { action: 'streams.renumber', thingType: 'stream', thingId, thingName, detail }, tx);
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
}

type Before = Pick<
  Stream,
  'name' | 'number' | 'eventId' | 'passphrase' | 'latency' | 'alarms' | 'program' | 'audioTrack' | 'recordsWhenOn'
>;
type After = Omit<
  UpdateStreamInput['stream'],
  'alarms' | 'audio_track' | 'records_when_on' | 'place' | 'plan_place'
> & {
  alarms: AlarmSettings | undefined;
  audioTrack: UpdateStreamInput['stream']['audio_track'];
  recordsWhenOn: boolean | undefined;
};

/** Serializes changes of numbers in one event. Taken before any stream's row, as in adding a stream. */
const lockEventOf = (tx: Transaction, id: string) => tx.$queryRaw`
  SELECT 1 FROM events WHERE id = (SELECT event_id FROM streams WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;

/** Gives a stream a number. @returns the stream that had it, and has that of the first one now; null where none had */
async function renumber(
  tx: Transaction,
  id: string,
  { before, number }: { before: Before; number: number },
): Promise<Pick<Stream, 'id' | 'name'> | null> {
  const changed = await tx.$queryRaw<Pick<Stream, 'id' | 'name'>[]>`
    UPDATE streams SET number = CASE WHEN id = ${id}::uuid THEN ${number}::int ELSE ${before.number}::int END,
      updated_at = now()
    WHERE event_id = ${before.eventId}::uuid AND (id = ${id}::uuid OR number = ${number}::int) RETURNING id, name`;
  return changed.find((stream) => stream.id !== id) ?? null;
}

/** The audit trail's entries for an update: the differences, and never a passphrase. */
function changesOf(
  before: Before,
  { name, number, passphrase, latency, alarms, program, audioTrack, recordsWhenOn }: After,
) {
  const changes: [action: AuditAction, detail?: string][] = [];
  if (name !== undefined && name !== before.name) changes.push(['streams.rename', `to ${name}`]);
  if (number !== undefined && number !== before.number) changes.push(['streams.renumber', `to ${number}`]);
  if (passphrase !== undefined && passphrase !== before.passphrase) {
    changes.push([passphrase === null ? 'streams.remove_passphrase' : 'streams.change_passphrase']);
  }
  if (latency !== undefined && latency !== before.latency) {
    changes.push(['streams.change_latency', `to ${typeof latency === 'number' ? `${latency} ms` : latency}`]);
  }
  if (alarms !== undefined && !isDeepStrictEqual(alarms, alarmSettingsSchema.parse(before.alarms))) {
    changes.push(['streams.change_alarms']);
  }
  if (program !== undefined && program !== before.program) {
    changes.push(['streams.choose_program', program === null ? 'automatically' : `number ${program}`]);
  }
  if (audioTrack !== undefined && audioTrack !== before.audioTrack) {
    changes.push(['streams.choose_audio_track', audioTrack === null ? 'automatically' : `number ${audioTrack}`]);
  }
  if (recordsWhenOn !== undefined && recordsWhenOn !== before.recordsWhenOn) {
    changes.push(['streams.record_when_on', recordsWhenOn ? 'to yes' : 'to no']);
  }
  return changes;
}
