import { isDeepStrictEqual } from 'node:util';
import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import { alarmSettingsSchema, withAlarmChanges } from '@/lib/contracts/alarms/alarms';
import { identityOf } from '@/lib/contracts/participants';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import { streamSettingActions, streamSettingNames, streamSettings } from '@/lib/contracts/stream-settings';
import type { UpdateStreamInput } from '@/lib/contracts/streams';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { requireCameraAddress } from './camera-address';
import { lockStream } from './lock-stream';
import { changesPtz, ptzColumns } from './ptz-columns';
import { pullColumns } from './pull-columns';
import { requireFirstOfKind } from './require-first-of-kind';
import { requirePlayable } from './require-playable';
import { requireSpare } from './require-spare';
import { spareAfterMs, spareColumns } from './spare-columns';
import { applyStreamTransition } from './state/apply-stream-transition';
import { type Incident, recordIncident } from './state/record-incident';
import type { StreamTransition } from './state/stream-state';

const updates = [
  'streams.rename',
  'streams.renumber',
  'streams.change_passphrase',
  'streams.remove_passphrase',
  'streams.change_pull_address',
  'streams.change_file',
  'streams.change_spare',
  'streams.change_spare_time',
  'streams.change_alarms',
  'streams.change_ptz',
  ...streamSettingActions,
] as const;

/**
 * Updates a stream of the actor's organization. A new passphrase, source, address or recording starts a new worker, to which encoder and viewers
 * must reconnect; the keys stay. A new latency applies from the next connection. A number that another camera has is swapped.
 * @throws AppError `not_found`, also for the recording to play and for the spare; `conflict` for the source of a phone's camera and a second program; `invalid_input` for an address, of its picture or
 *   its PTZ control, that the organization may not reach; `invalid_input` for a camera that cannot be its spare, and for the
 *   form of a program that is none
 */
export const updateStream = defineUseCase(
  { action: 'streams.update', audit: updates },
  async ({ actor, record }, id: string, input: UpdateStreamInput['stream']): Promise<Stream> => {
    const { organizationId } = actor;
    const { name, number, passphrase, place, plan_place: planPlace, pull_address: pullAddress, file } = input;
    const recording = file && (await requirePlayable(organizationId, file));
    if (input.ptz) await requireCameraAddress(organizationId, input.ptz.host);
    const { stream, restarts, swapped } = await db().$transaction(async (tx) => {
      if (input.source_kind && sourceKinds[input.source_kind].isOnePerEvent) await lockOrganization(tx, organizationId);
      // Two cameras that are given each other as a spare at the same moment would be a circle.
      if (number !== undefined || input.spare_id) await lockEventOf(tx, id);
      const before = await lockStream(tx, organizationId, id);
      const spare = input.spare_id && (await requireSpare(tx, before, input.spare_id));
      if (input.program_form !== undefined) requireProgram(input.source_kind ?? before.sourceKind);
      const restarts = restartsBy(before, input);
      const generation = restarts.length > 0 ? { increment: 1 } : undefined;
      const participantIdentity = await identityAfter(tx, before, input);
      const alarms = input.alarms && withAlarmChanges(before.alarms, input.alarms);
      const at = place === null ? { latitude: null, longitude: null } : place;
      const onPlan = planPlace === null ? { x: null, y: null } : planPlace;
      const places = { placeLatitude: at?.latitude, placeLongitude: at?.longitude, planX: onPlan?.x, planY: onPlan?.y };
      const pull = pullAddress === undefined ? {} : await pullColumns(tx, before, pullAddress);
      const settings = Object.fromEntries(streamSettingNames.map((key) => [streamSettings[key].field, input[key]]));
      const data: Prisma.StreamUpdateInput = {
        name,
        passphrase,
        alarms,
        fileSource: file,
        ...spareColumns(before, input),
        ...ptzColumns(before, input.ptz),
        ...settings,
        ...places,
        ...pull,
        generation,
        participantIdentity,
      };
      for (const [action, detail] of changesOf(before, input, alarms)) {
        await record(tx, { action, id, name: before.name, detail });
      }
      if (pull.pullAddress !== undefined) {
        const detail = `to ${pull.pullAddress}`;
        await record(tx, { action: 'streams.change_pull_address', id, name: before.name, detail });
      }
      if (recording) {
        const detail = `to one of ${recording.cameraName}`;
        await record(tx, { action: 'streams.change_file', id, name: before.name, detail });
      }
      if (input.spare_id !== undefined && input.spare_id !== before.spareId) {
        const detail = spare ? `to ${spare.name}` : 'to none';
        await record(tx, { action: 'streams.change_spare', id, name: before.name, detail });
      }
      const swapped = number === undefined ? null : await renumber(tx, id, { before, number });
      if (swapped) {
        await record(tx, { action: 'streams.renumber', ...swapped, detail: `to ${before.number}` });
      }
      return { stream: await tx.stream.update({ where: { id }, data }), restarts, swapped };
    });
    if (swapped) await openBus().publish({ type: 'stream_upsert', organizationId, streamId: swapped.id });
    let after: Stream = stream;
    for (const { transition } of restarts) {
      after = (await applyStreamTransition(id, transition, { where: { organizationId } })) ?? after;
    }
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    for (const { incident } of restarts) await recordIncident(id, incident);
    return after;
  },
);

/** A change that takes a new worker. */
interface Restart {
  transition: StreamTransition;
  incident: Incident;
}

function restartsBy(before: Stream, input: UpdateStreamInput['stream']): Restart[] {
  const { passphrase, source_kind: sourceKind, pull_address: pullAddress, file } = input;
  const restart = (code: 'passphrase_changed' | 'source_changed', text: Incident['text']): Restart => ({
    transition: code,
    incident: { code, severity: 'info', text },
  });
  const restarts: Restart[] = [];
  const kind = sourceKind ?? before.sourceKind;
  const isOtherAddress = (pullAddress !== undefined && kind === 'pull') || (file !== undefined && kind === 'file');
  if ((sourceKind !== undefined && sourceKind !== before.sourceKind) || isOtherAddress) {
    restarts.push(restart('source_changed', { code: 'source_changed', figures: {} }));
  }
  if (passphrase !== undefined && passphrase !== before.passphrase) {
    const code = passphrase === null ? 'passphrase_removed' : 'passphrase_changed';
    restarts.push(restart('passphrase_changed', { code, figures: {} }));
  }
  return restarts;
}

/**
 * Names the publisher of a stream with another source. Undefined: the same as before.
 * @throws AppError `conflict` for a second program, and for a phone that joined by an invite: its page chooses how it sends
 */
async function identityAfter(
  tx: Transaction,
  { id: streamId, eventId, sourceKind: before }: Stream,
  { source_kind: sourceKind }: UpdateStreamInput['stream'],
): Promise<string | undefined> {
  if (sourceKind === undefined || sourceKind === before) return undefined;
  if ((await tx.phone.count({ where: { streamId } })) > 0) throw new AppError('conflict', phoneChoosesSentence);
  await requireFirstOfKind(tx, eventId, sourceKind);
  return identityOf(sourceKinds[sourceKind].publisher, { streamId });
}

/** @throws AppError `invalid_input` for a camera: it sends what its encoder sends */
function requireProgram(sourceKind: Stream['sourceKind']): void {
  if (sourceKind === 'program') return;
  const message = 'program_form is for a program. Other sources send what their encoder sends.';
  throw new AppError('invalid_input', message, { details: { 'stream.program_form': [message] } });
}

const phoneChoosesSentence =
  'A phone joined as this camera by an invite and chooses the source itself. Add another camera instead.';

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
  if (input.ptz !== undefined && changesPtz(before, input.ptz)) {
    changes.push(['streams.change_ptz', input.ptz ? `to ${input.ptz.host}:${input.ptz.port}` : 'to none']);
  }
  const { spare_after_seconds: afterSeconds } = input;
  if (afterSeconds !== undefined && Math.round(afterSeconds * 1_000) !== spareAfterMs(before)) {
    changes.push(['streams.change_spare_time', `to ${afterSeconds} s`]);
  }
  for (const key of streamSettingNames) {
    const { field, action, detail } = streamSettings[key];
    const value = input[key];
    if (value !== undefined && value !== before[field]) changes.push([action, detail(value as never)]);
  }
  return changes;
}
