import { sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import { dayMs, hourMs } from '@/lib/core/durations';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { Prisma } from '@/prisma/generated/client';

/** Time after the end of a day until its last minutes are rolled up. */
const settleMs = 2 * hourMs;
/** Minutes of older days are deleted by retainMetrics(). */
const horizonDays = 29;
/** Maximum cameras in one statement, so that it takes a fraction of a second. */
const batchCameras = 50;
const lockKey = 1_500_156;

/**
 * Keeps what each day used, by camera, event and organization. A day that goes on counts so far; a finished one is kept
 * once, whichever process comes first. Deletes days that are older than two years.
 * @returns the finished days that this call has kept
 */
export const keepDays = defineSystem(
  'the web program, every ten minutes',
  async (nowMs: number = Date.now()): Promise<Date[]> => {
    const todayMs = Math.floor((nowMs - settleMs) / dayMs) * dayMs;
    const { firstMs, rolledUpMs } = await readSpan();
    const fromMs = Math.max(todayMs - horizonDays * dayMs, Math.floor(firstMs / dayMs) * dayMs);
    const done = await db().keptDay.findMany({ where: { day: { gte: new Date(todayMs - horizonDays * dayMs) } } });
    const doneMs = new Set(done.map(({ day }) => day.getTime()));
    const kept: Date[] = [];
    for (let dayAtMs = fromMs; dayAtMs <= nowMs; dayAtMs += dayMs) {
      if (doneMs.has(dayAtMs)) continue;
      const isOver = dayAtMs < todayMs && dayAtMs + dayMs <= rolledUpMs;
      const day = new Date(dayAtMs);
      if ((await keepDay(day, isOver, nowMs)) && isOver) kept.push(day);
    }
    if (kept.length > 0) await deleteOldDays();
    return kept;
  },
);

/** When the first minutes are, and until when all samples are rolled up; infinite where there are none. */
async function readSpan(): Promise<{ firstMs: number; rolledUpMs: number }> {
  const [row] = await db().$queryRaw<{ first: Date | null; waiting: Date | null }[]>`
    SELECT least((SELECT min(recorded_at) FROM stream_metric_minutes), (SELECT min(recorded_at) FROM viewer_minutes))
        AS first,
      (SELECT min(recorded_at) FROM stream_metrics WHERE recorded_at >= coalesce(
        (SELECT max(recorded_at) + interval '1 minute' FROM stream_metric_minutes), '-infinity')) AS waiting`;
  return {
    firstMs: row?.first?.getTime() ?? Number.POSITIVE_INFINITY,
    rolledUpMs: row?.waiting?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** @returns whether this call has kept it; false where another process does at the moment, or has marked it as over */
async function keepDay(day: Date, isOver: boolean, nowMs: number): Promise<boolean> {
  const startedMs = performance.now();
  for (let after: string | null = firstId; after !== null; ) {
    const last = await underLock((tx) => keepCameras(tx, day, after as string));
    if (last === false) return false;
    after = last;
  }
  if ((await underLock((tx) => keepViewers(tx, day))) === false) return false;
  // A day that goes on has nothing of the hours to come.
  const endMs = Math.min(day.getTime() + dayMs, nowMs);
  for (let fromMs = day.getTime(); fromMs < endMs; fromMs += hourMs) {
    if ((await underLock((tx) => keepPeaks(tx, new Date(fromMs), day))) === false) return false;
  }
  if (!isOver) return true;
  const seconds = (performance.now() - startedMs) / 1_000;
  const { count } = await db().keptDay.createMany({ data: [{ day, seconds }], skipDuplicates: true });
  return count > 0;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Runs a step in a short transaction. @returns false where another process holds the lock */
function underLock<Result>(step: (tx: Transaction) => Promise<Result>): Promise<Result | false> {
  return db().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ isOurs: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isOurs"`;
    return lock?.isOurs ? await step(tx) : false;
  });
}

const namedByDevice = sourceKindNames.filter((kind) => sourceKinds[kind].namedBy === 'device');

/** Keeps the next cameras. @returns the last one's id; null after the last of all */
async function keepCameras(tx: Transaction, day: Date, after: string): Promise<string | null> {
  const streams = await tx.stream.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: batchCameras,
    select: { id: true },
  });
  const ids = streams.map(({ id }) => id);
  const [from, to] = [day, new Date(day.getTime() + dayMs)];
  await tx.$executeRaw`
    INSERT INTO camera_days (stream_id, day, organization_id, event_id, event_name, camera_name, source_kind, encoder,
      live_seconds, bytes_in, frames_lost, rtt_ms, loss_percent, bytes_recorded, outages, bytes_to_players)
    SELECT streams.id, ${from}::date, streams.organization_id, event_id, events.name, streams.name, source_kind::text,
      CASE WHEN source_kind::text = ANY(${namedByDevice}) THEN sender ELSE media ->> 'encoder' END,
      figures.*,
      coalesce((SELECT sum(size_bytes) FROM recordings
        WHERE recordings.stream_id = streams.id AND ended_at >= ${from} AND ended_at < ${to}), 0),
      (SELECT count(*) FROM stream_incidents AS incident
        WHERE incident.stream_id = streams.id AND occurred_at >= ${from} AND occurred_at < ${to}
          AND code IN ('camera_lost', 'status_error')),
      coalesce((SELECT bytes FROM player_days WHERE player_days.stream_id = streams.id AND day = ${from}::date), 0)
    FROM streams JOIN events ON events.id = streams.event_id CROSS JOIN LATERAL (
      SELECT sum(live_seconds)::int AS live_seconds, coalesce(sum(live_kilobits), 0) * 125 AS bytes_in,
        coalesce(sum(frames_lost), 0)::int, avg(rtt_ms), sum(loss_percent_sum) / nullif(sum(loss_seconds), 0)
      FROM stream_metric_minutes AS minute
      WHERE minute.stream_id = streams.id AND recorded_at >= ${from} AND recorded_at < ${to}
    ) AS figures
    WHERE streams.id = ANY(${ids}::uuid[]) AND figures.live_seconds > 0
    ON CONFLICT (stream_id, day) DO UPDATE SET event_id = excluded.event_id, event_name = excluded.event_name,
      camera_name = excluded.camera_name, source_kind = excluded.source_kind, encoder = excluded.encoder,
      live_seconds = excluded.live_seconds, bytes_in = excluded.bytes_in, frames_lost = excluded.frames_lost,
      rtt_ms = excluded.rtt_ms, loss_percent = excluded.loss_percent, bytes_recorded = excluded.bytes_recorded,
      outages = excluded.outages, bytes_to_players = excluded.bytes_to_players`;
  return streams.length === batchCameras ? (ids.at(-1) ?? null) : null;
}

const keepViewers = (tx: Transaction, day: Date): Promise<number> => tx.$executeRaw`
  INSERT INTO event_days (event_id, day, organization_id, event_name, viewer_seconds)
  SELECT events.id, ${day}::date, events.organization_id, events.name, sum(viewer_seconds)
  FROM viewer_minutes JOIN events ON events.id = viewer_minutes.event_id
  WHERE recorded_at >= ${day} AND recorded_at < ${new Date(day.getTime() + dayMs)}
  GROUP BY events.id
  ON CONFLICT (event_id, day) DO UPDATE SET event_name = excluded.event_name, viewer_seconds = excluded.viewer_seconds`;

/** The most cameras in the minutes of one hour. */
const keepPeaks = (tx: Transaction, from: Date, day: Date): Promise<number> => tx.$executeRaw`
  INSERT INTO organization_days (organization_id, day, peak_cameras)
  SELECT organization_id, ${day}::date, max(cameras) FROM (
    SELECT organization_id, count(*)::int AS cameras FROM stream_metric_minutes
    WHERE recorded_at >= ${from} AND recorded_at < ${new Date(from.getTime() + hourMs)} AND live_seconds > 0
    GROUP BY organization_id, recorded_at
  ) AS minutes JOIN organizations ON organizations.id = organization_id
  GROUP BY organization_id
  ON CONFLICT (organization_id, day)
    DO UPDATE SET peak_cameras = greatest(organization_days.peak_cameras, excluded.peak_cameras)`;

async function deleteOldDays(): Promise<void> {
  for (const table of ['camera_days', 'event_days', 'organization_days', 'kept_days']) {
    await db().$executeRaw`DELETE FROM ${Prisma.raw(table)} WHERE day < now() - interval '2 years'`;
  }
  await db().$executeRaw`DELETE FROM player_days WHERE day < now() - ${horizonDays + 1} * interval '1 day'`;
}
