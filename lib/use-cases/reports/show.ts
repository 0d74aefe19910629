import { dayMs, hourMs, minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/** A time that a report covers. */
export interface Show {
  startsAt: Date;
  /** Null while it goes on. */
  endsAt: Date | null;
}

interface SwitchRow {
  streamId: string;
  isOn: boolean;
  atMs: number;
}

/** Cameras that were off for so long begin another show. */
const gapMs = hourMs;
/** The age of the oldest switch that is looked at. */
const horizonMs = 30 * dayMs;

/**
 * The shows of an event, oldest first. Planned times are one show. Without them, a show is a time in which cameras were
 * on. It is cut after each day, so that a camera that is always on has reports as well.
 */
export async function readShows(event: Pick<Event, 'id' | 'startsAt' | 'endsAt'>, nowMs: number): Promise<Show[]> {
  const { startsAt, endsAt } = event;
  if (startsAt && endsAt && startsAt.getTime() <= nowMs) {
    return [{ startsAt: minuteOf(startsAt.getTime()), endsAt: endsAt.getTime() <= nowMs ? minuteAfter(endsAt) : null }];
  }
  const rows = await db().$queryRaw<SwitchRow[]>`
    SELECT stream_id AS "streamId", code IN ('status_provisioning', 'status_active') AS "isOn",
      extract(epoch FROM occurred_at)::float8 * 1000 AS "atMs"
    FROM stream_incidents
    WHERE stream_id IN (SELECT id FROM streams WHERE event_id = ${event.id}::uuid)
      AND code LIKE 'status\_%' AND occurred_at > now() - ${horizonMs} * interval '1 millisecond'
    ORDER BY occurred_at, id`;
  const from = startsAt && startsAt.getTime() <= nowMs ? startsAt.getTime() : 0;
  return showsOf(rows, nowMs).filter(({ endsAt: end }) => end === null || end.getTime() > from);
}

/** @param rows in the order of time */
function showsOf(rows: SwitchRow[], nowMs: number): Show[] {
  const on = new Set<string>();
  const stretches: { startMs: number; endMs: number }[] = [];
  for (const { streamId, isOn, atMs } of rows) {
    const last = stretches.at(-1);
    if (isOn) {
      if (on.size === 0 && !(last && atMs - last.endMs < gapMs)) stretches.push({ startMs: atMs, endMs: atMs });
      on.add(streamId);
    } else if (on.delete(streamId) && on.size === 0 && last) last.endMs = atMs;
  }
  const last = stretches.at(-1);
  const goesOn = last !== undefined && (on.size > 0 || nowMs - last.endMs < gapMs);
  return stretches.flatMap((stretch) => {
    const isPresent = stretch === last && goesOn;
    return days(stretch.startMs, isPresent ? null : stretch.endMs, nowMs);
  });
}

function days(startMs: number, endMs: number | null, nowMs: number): Show[] {
  const shows: Show[] = [];
  let fromMs = startMs;
  for (; (endMs ?? nowMs) - fromMs > dayMs; fromMs += dayMs) {
    shows.push({ startsAt: minuteOf(fromMs), endsAt: minuteOf(fromMs + dayMs) });
  }
  shows.push({ startsAt: minuteOf(fromMs), endsAt: endMs === null ? null : minuteAfter(new Date(endMs)) });
  return shows;
}

/** Reports count whole minutes, as samples are kept. */
const minuteOf = (ms: number): Date => new Date(Math.floor(ms / minuteMs) * minuteMs);
const minuteAfter = (at: Date): Date => new Date(Math.ceil(at.getTime() / minuteMs) * minuteMs);
