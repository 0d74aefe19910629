import type { AlarmChanges } from '@/lib/contracts/alarms/alarm-kinds';
import { withAlarmChanges } from '@/lib/contracts/alarms/alarms';
import type { UpdateEventInput } from '@/lib/contracts/events';
import { dayMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { proposePlayersDelayMs } from '@/lib/core/players-delay';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';
import { dateOf, requireOrder } from './event-times';
import { lockEvent } from './lock-event';

const maxMuteMs = dayMs;
/** A live camera has a sample each second. */
const recentSeconds = 10;

/**
 * Renames an event of the actor's organization, or changes its times and settings. Also changes the alarms of its cameras,
 * and until when these are quiet.
 * @throws AppError `not_found`, `invalid_input` for an end that is not after the start, or a quiet beyond a day
 */
export const updateEvent = defineUseCase(
  {
    action: 'events.update',
    audit: [
      'events.rename',
      'events.schedule',
      'events.record_when_on',
      'events.keep_in_step_by_sound',
      'events.keep_players_in_step',
      'events.change_alarms',
      'events.mute_alarms',
    ],
  },
  async (
    { actor, record },
    id: string,
    {
      name,
      starts_at,
      ends_at,
      time_zone: timeZone,
      records_when_on: recordsWhenOn,
      keeps_in_step_by_sound: keepsInStepBySound,
      keeps_players_in_step: keepsPlayersInStep,
      players_delay_ms: givenDelayMs,
      alarms: alarmChanges,
      alarms_muted_until: mutedUntil,
    }: UpdateEventInput['event'],
  ): Promise<Event> => {
    const { organizationId } = actor;
    const alarmsMutedUntil = dateOf(mutedUntil);
    requireShortMute(alarmsMutedUntil);
    const { event, streamIds } = await db().$transaction(async (tx) => {
      // Locked: an end and a start that are changed at the same time must still be in order.
      const before = await lockEvent(tx, organizationId, id, { mayGrow: false });
      const alarms = alarmChanges && withAlarmChanges(before.alarms, alarmChanges);
      const times = { startsAt: dateOf(starts_at), endsAt: dateOf(ends_at) };
      const players = {
        keepsPlayersInStep: keepsPlayersInStep ?? before.keepsPlayersInStep,
        playersDelayMs: givenDelayMs === undefined ? before.playersDelayMs : givenDelayMs,
      };
      if (players.keepsPlayersInStep) players.playersDelayMs ??= await proposeDelayMs(tx, id);
      const settings = { timeZone, recordsWhenOn, keepsInStepBySound, ...players, alarms, alarmsMutedUntil };
      const data = { name, ...times, ...settings };
      const event = await tx.event.update({ where: { id }, data });
      requireOrder(event);
      const line = { id, name: before.name };
      if (event.name !== before.name) {
        await record(tx, { action: 'events.rename', ...line, detail: `to ${event.name}` });
      }
      if (timesOf(event) !== timesOf(before)) {
        await record(tx, { action: 'events.schedule', ...line, detail: timesOf(event) });
      }
      if (event.recordsWhenOn !== before.recordsWhenOn) {
        const detail = event.recordsWhenOn ? 'to yes' : 'to no';
        await record(tx, { action: 'events.record_when_on', ...line, detail });
      }
      if (event.keepsInStepBySound !== before.keepsInStepBySound) {
        const detail = event.keepsInStepBySound ? 'to yes' : 'to no';
        await record(tx, { action: 'events.keep_in_step_by_sound', ...line, detail });
      }
      if (playersOf(event) !== playersOf(before)) {
        await record(tx, { action: 'events.keep_players_in_step', ...line, detail: playersOf(event) });
      }
      if (alarmChanges) await record(tx, { action: 'events.change_alarms', ...line });
      if (alarmsMutedUntil !== undefined) {
        const detail = alarmsMutedUntil ? `until ${alarmsMutedUntil.toISOString()}` : 'no longer';
        await record(tx, { action: 'events.mute_alarms', ...line, detail });
      }
      const streamIds = await changeStreams(tx, id, { alarmChanges, alarmsMutedUntil });
      return { event, streamIds };
    });
    const upserts = streamIds.map((streamId) => ({ type: 'stream_upsert', organizationId, streamId }) as const);
    await Promise.all(upserts.map((message) => openBus().publish(message)));
    await openBus().publish({ type: 'event_upsert', organizationId, eventId: id });
    return event;
  },
);

/** At most a day: nobody remembers a quiet of the day before. @throws AppError `invalid_input` */
function requireShortMute(until: Date | null | undefined): void {
  if (!until || until.getTime() - Date.now() <= maxMuteMs) return;
  const sentence = 'Alarms can be quiet for at most a day.';
  throw new AppError('invalid_input', sentence, { details: { 'event.alarms_muted_until': [sentence] } });
}

interface StreamChanges {
  alarmChanges: AlarmChanges | undefined;
  alarmsMutedUntil: Date | null | undefined;
}

/** Changes all cameras of an event. @returns their ids, of those that are to be read again */
async function changeStreams(
  tx: Transaction,
  eventId: string,
  { alarmChanges = {}, alarmsMutedUntil }: StreamChanges,
): Promise<string[]> {
  const changesAlarms = Object.keys(alarmChanges).length > 0;
  if (!changesAlarms && alarmsMutedUntil === undefined) return [];
  const streams = await tx.$queryRaw<{ id: string; alarms: unknown }[]>`
    SELECT id, alarms FROM streams WHERE event_id = ${eventId}::uuid ORDER BY id FOR UPDATE`;
  for (const { id, alarms } of streams) {
    const data = { alarms: changesAlarms ? withAlarmChanges(alarms, alarmChanges) : undefined, alarmsMutedUntil };
    await tx.stream.update({ where: { id }, data });
  }
  return streams.map(({ id }) => id);
}

/** Samples of the last seconds say how late its live cameras are. */
async function proposeDelayMs(tx: Transaction, eventId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ latencyMs: number }[]>`
    SELECT max(latency_ms) AS "latencyMs"
    FROM streams JOIN stream_metrics ON stream_id = streams.id
    WHERE event_id = ${eventId}::uuid AND latency_ms IS NOT NULL
      AND recorded_at > now() - make_interval(secs => ${recentSeconds})
    GROUP BY streams.id`;
  return proposePlayersDelayMs(rows.map(({ latencyMs }) => latencyMs));
}

const playersOf = ({ keepsPlayersInStep, playersDelayMs }: Event): string =>
  keepsPlayersInStep ? `to ${playersDelayMs} ms after capture` : 'to no';

const timesOf = ({ startsAt, endsAt, timeZone }: Event): string =>
  [
    `to start ${startsAt?.toISOString() ?? 'at no set time'}, end ${endsAt?.toISOString() ?? 'at no set time'}`,
    ...(timeZone ? [`in ${timeZone}`] : []),
  ].join(', ');
