import { metricFigures } from '@/lib/contracts/metric-figures';
import type { CameraReport, ReportFacts, StandInReport } from '@/lib/contracts/reports';
import { minuteMs } from '@/lib/core/durations';
import { addStretch, lengthMs, onAirStretches, type Stretch } from '@/lib/core/stretch';
import { tenths } from '@/lib/core/tenths';
import { utc } from '@/lib/core/time-zone';
import { db } from '@/lib/platform/db/db';
import { readTallyChanges } from '@/lib/platform/db/read-tally-changes';
import { readLineUps } from '@/lib/use-cases/line-ups/line-ups';
import type { Event, ProgramStandIn, Stream, TallyChange } from '@/prisma/generated/client';
import { readHistory, readProblems } from './camera-history';
import { type CameraFigures, readCameraFigures } from './read-camera-figures';
import { readDestinationHistories } from './read-destination-histories';
import type { Show } from './show';

/** Makes a report of a show, from what is kept of it now. */
export async function makeReport(
  { id: eventId, organizationId, name, timeZone }: Pick<Event, 'id' | 'organizationId' | 'name' | 'timeZone'>,
  { startsAt, endsAt }: Show,
  nowMs: number,
): Promise<ReportFacts> {
  const to = endsAt ?? new Date(nowMs);
  const show = { startMs: startsAt.getTime(), endMs: to.getTime() };
  const streams = await db().stream.findMany({
    where: { eventId, organizationId },
    orderBy: [{ number: 'asc' }, { id: 'asc' }],
    select: { id: true, number: true, name: true },
  });
  const ids = streams.map(({ id }) => id);
  const within = { gte: startsAt, lt: to };
  const problems = await db().streamProblem.findMany({
    where: { streamId: { in: ids }, beganAt: { lt: to }, OR: [{ endedAt: null }, { endedAt: { gt: startsAt } }] },
    orderBy: { beganAt: 'asc' },
  });
  // Problems that were there before the show may have been acknowledged then.
  const earlier = { gte: problems[0]?.beganAt ?? startsAt, lt: startsAt };
  const [figures, incidents, changes, viewers, lineUps, destinations, standIns] = await Promise.all([
    readCameraFigures(ids, { from: startsAt, to: new Date(Math.ceil(to.getTime() / minuteMs) * minuteMs) }),
    db().streamIncident.findMany({
      where: {
        streamId: { in: ids },
        OR: [{ occurredAt: within }, { occurredAt: earlier, code: { endsWith: '_acknowledged' } }],
      },
      orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    }),
    readTallyChanges(eventId, startsAt, to),
    readViewers(eventId, startsAt, to),
    readLineUps(eventId, startsAt, to),
    readDestinationHistories(ids, show),
    db().programStandIn.findMany({
      where: { eventId, beganAt: { lt: to }, OR: [{ endedAt: null }, { endedAt: { gt: startsAt } }] },
      orderBy: [{ beganAt: 'asc' }, { id: 'asc' }],
      include: { lost: { select: { name: true } }, spare: { select: { name: true } } },
    }),
  ]);
  const ofCamera = <Row extends { streamId: string }>(rows: Row[], id: string) =>
    rows.filter(({ streamId }) => streamId === id);
  const onAirChanges = changes.map(({ occurredAt, programIds }) => ({
    atMs: occurredAt.getTime(),
    cameraIds: programIds,
  }));
  const cameras = streams.map(({ id, number, name }): CameraReport => {
    const onAir = onAirStretches(onAirChanges, id, show);
    const [lines, found] = [ofCamera(incidents, id), ofCamera(problems, id)];
    const history = readHistory(lines, found, show);
    return {
      id,
      number,
      name,
      on_air: onAir.map(stretchJson),
      on_air_seconds: tenths(lengthMs(onAir) / 1_000),
      ...figuresJson(figures.get(id), show),
      ...history,
      problems: readProblems(found, lines, show, history.restarts),
    };
  });
  return {
    event_id: eventId,
    event_name: name,
    time_zone: timeZone ?? utc,
    starts_at: startsAt.toISOString(),
    ends_at: to.toISOString(),
    made_at: new Date(nowMs).toISOString(),
    latency_method: latencyMethod,
    line_ups: lineUps,
    cameras,
    destinations,
    stand_ins: standIns.map((standIn) => standInJson(standIn, show)),
    switches: countSwitches(changes, show),
    viewers,
  };
}

const latencyMethod = metricFigures.find(({ name }) => name === 'latency_ms')?.description ?? '';

/** How often cameras went on air that were not, after others. */
function countSwitches(changes: TallyChange[], { startMs }: Stretch): number {
  return changes.filter(({ programIds, occurredAt }, index) => {
    const before = changes[index - 1]?.programIds ?? [];
    return before.length > 0 && occurredAt.getTime() >= startMs && programIds.some((id) => !before.includes(id));
  }).length;
}

interface NamedStandIn extends ProgramStandIn {
  lost: Pick<Stream, 'name'>;
  spare: Pick<Stream, 'name'>;
}

function standInJson({ lost, spare, beganAt, endedAt }: NamedStandIn, show: Stretch): StandInReport {
  const startMs = Math.max(show.startMs, beganAt.getTime());
  const endMs = Math.min(show.endMs, endedAt?.getTime() ?? show.endMs);
  return {
    at: new Date(startMs).toISOString(),
    seconds: tenths((endMs - startMs) / 1_000),
    spare: spare.name,
    lost: lost.name,
    is_over: endedAt !== null && endedAt.getTime() < show.endMs,
  };
}

async function readViewers(eventId: string, from: Date, to: Date): Promise<ReportFacts['viewers']> {
  const [row] = await db().$queryRaw<{ peak: number; memberSeconds: number; shareSeconds: number }[]>`
    WITH minutes AS (
      SELECT sum(peak) AS peak, sum(viewer_seconds) FILTER (WHERE room_id = event_id) AS member_seconds,
        sum(viewer_seconds) FILTER (WHERE room_id <> event_id) AS share_seconds
      FROM viewer_minutes
      WHERE event_id = ${eventId}::uuid AND recorded_at >= ${from} AND recorded_at < ${to}
      GROUP BY recorded_at
    )
    SELECT coalesce(max(peak), 0)::int AS peak, coalesce(sum(member_seconds), 0)::float8 AS "memberSeconds",
      coalesce(sum(share_seconds), 0)::float8 AS "shareSeconds"
    FROM minutes`;
  const { peak = 0, memberSeconds = 0, shareSeconds = 0 } = row ?? {};
  const minutes = (seconds: number) => tenths(seconds / 60);
  return {
    peak,
    minutes: minutes(memberSeconds + shareSeconds),
    member_minutes: minutes(memberSeconds),
    share_link_minutes: minutes(shareSeconds),
  };
}

type FiguresJson = Omit<
  CameraReport,
  'id' | 'number' | 'name' | 'on_air' | 'on_air_seconds' | 'problems' | keyof ReturnType<typeof readHistory>
>;

function figuresJson(figures: CameraFigures | undefined, show: Stretch): FiguresJson {
  const { liveSeconds = 0, liveKilobits = null } = figures ?? {};
  return {
    live_seconds: liveSeconds,
    live: liveStretches(figures?.liveMinutes ?? [], show).map(stretchJson),
    frames_lost: figures?.framesLost ?? 0,
    reconnects: figures?.reconnects ?? 0,
    lost_packets: figures?.lostPackets ?? null,
    retransmitted_packets: figures?.retransmittedPackets ?? null,
    loss_percent: rounded(figures?.lossPercent, 3),
    latency_p50_ms: figures?.latencyP50Ms ?? null,
    latency_p95_ms: figures?.latencyP95Ms ?? null,
    bitrate_min_kbps: rounded(figures?.minBitrateKbps),
    bitrate_avg_kbps: liveKilobits === null ? null : rounded(liveKilobits / liveSeconds),
    bitrate_max_kbps: rounded(figures?.maxBitrateKbps),
    audio_avg_dbfs: rounded(figures?.audioAvgDbfs, 1),
    audio_peak_dbfs: rounded(figures?.audioPeakDbfs, 1),
    loudness_lufs: rounded(figures?.integratedLufs, 1),
    loudness_range_lu: rounded(figures?.loudnessRangeLu, 1),
  };
}

const rounded = (value: number | null | undefined, decimals = 0): number | null =>
  typeof value === 'number' ? Math.round(value * 10 ** decimals) / 10 ** decimals : null;

/** @param minutes since 1970, ascending */
function liveStretches(minutes: number[], { endMs }: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  for (const minute of minutes) {
    addStretch(stretches, { startMs: minute * minuteMs, endMs: Math.min(endMs, (minute + 1) * minuteMs) });
  }
  return stretches;
}

const stretchJson = ({ startMs, endMs }: Stretch) => ({
  from: new Date(startMs).toISOString(),
  to: new Date(endMs).toISOString(),
});
