import { storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import { lineUpSeconds } from '@/lib/contracts/line-up-checks';
import { type LineUpCamera, type LineUpFacts, type LineUpJson, lineUpFactsSchema } from '@/lib/contracts/line-ups';
import { storedRecorderSchema } from '@/lib/contracts/recordings';
import { hourMs } from '@/lib/core/durations';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { nameOf } from '@/lib/use-cases/definers/record';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { readSoundOffsets } from '@/lib/use-cases/events/sound-offsets';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import { type Event, type LineUp, Prisma } from '@/prisma/generated/client';
import { checkCamera } from './check-camera';

/** Limit of line-ups, so that nobody makes us read without end. */
const perOrganization = new RateLimit({ name: 'line_up', uses: 30, windowSeconds: 10 * 60 });
/** A line-up that nobody has finished for so long stays without a result: its cameras may differ by now. */
const lateMs = 20_000;
/** An event keeps its newest line-ups. */
const keptLineUps = 100;
/** A problem that ended within so long of the press was mended before it. */
const mendedMs = 3_000;
/** A phone reports once a second; an older report says nothing of the present. */
const phoneReportMs = 30_000;
/** A show's report has the line-ups of so long before it. */
const beforeShowMs = 3 * hourMs;

/**
 * Begins to check all cameras of an event. A web process keeps the result ten seconds later.
 * @throws AppError `not_found`, `too_many_requests`
 */
export const runLineUp = defineUseCase(
  { action: 'line_ups.run' },
  async ({ actor }, eventId: string): Promise<LineUp> => {
    const { organizationId } = actor;
    await getEvent(actor, eventId);
    refuseUsedUp(await perOrganization.use(organizationId), 'Your organization has lined up too often.');
    const askedBy = await db().$transaction((tx) => nameOf(actor, tx));
    const startedAt = new Date();
    return db().lineUp.create({ data: { id: newId(), organizationId, eventId, startedAt, askedBy } });
  },
);

/** The line-ups that have no result yet, and those of them whose ten seconds are over, for one of the web processes. */
export const readOpenLineUps = defineSystem(
  'the finisher of line-ups',
  async (now: Date): Promise<{ open: LineUp[]; due: LineUp[] }> => {
    const overAt = new Date(now.getTime() - lineUpSeconds * 1_000);
    const open = await db().lineUp.findMany({
      where: { facts: { equals: Prisma.DbNull }, startedAt: { gt: new Date(overAt.getTime() - lateMs) } },
      orderBy: { startedAt: 'asc' },
      take: 20,
    });
    return { open, due: open.filter(({ startedAt }) => startedAt <= overAt) };
  },
);

/** Judges the cameras by what was measured since a line-up began, and keeps that. The first of two processes does. */
export const finishLineUp = defineSystem(
  'who may line up has asked for it',
  async ({ id, organizationId, eventId, startedAt, askedBy }: LineUp): Promise<void> => {
    const event = await db().event.findUniqueOrThrow({ where: { id: eventId } });
    const [[tally], sources, offsets] = await Promise.all([
      readTallies(organizationId, { ids: [eventId] }),
      db().tallySource.findMany({ where: { eventId }, orderBy: { id: 'asc' } }),
      readSoundOffsets(event),
    ]);
    const silent = sources.find(({ isLive, problem }) => !isLive || problem !== null);
    const cameras = await readCameras(event, startedAt, {
      shifts: new Map(offsets.map((offset) => [offset.id, offset.attributes.shift_ms])),
      tallyOf: (streamId) =>
        sources.length === 0
          ? null
          : {
              state: tally?.attributes.streams.find(({ stream_id: known }) => known === streamId)?.tally ?? null,
              silentSwitcher: silent?.name ?? null,
            },
    });
    const endedAt = new Date();
    const isQuiet = event.alarmsMutedUntil !== null && event.alarmsMutedUntil > endedAt;
    const facts: LineUpFacts = {
      started_at: startedAt.toISOString(),
      ended_at: endedAt.toISOString(),
      by: askedBy,
      ...verdictOf(cameras, isQuiet),
      cameras,
    };
    await db().lineUp.updateMany({ where: { id, facts: { equals: Prisma.DbNull } }, data: { facts } });
    const newest = await db().lineUp.findMany({
      where: { eventId },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      take: keptLineUps,
      select: { id: true },
    });
    await db().lineUp.deleteMany({ where: { eventId, id: { notIn: newest.map((kept) => kept.id) } } });
  },
);

interface OfEvent {
  /** Shifts by sound, by stream. */
  shifts: Map<string, number>;
  tallyOf(streamId: string): Parameters<typeof checkCamera>[0]['tally'];
}

async function readCameras({ id: eventId }: Event, startedAt: Date, ofEvent: OfEvent): Promise<LineUpCamera[]> {
  const streams = await db().stream.findMany({
    where: { eventId },
    orderBy: [{ number: 'asc' }, { id: 'asc' }],
    include: {
      metrics: { where: { recordedAt: { gt: startedAt } }, orderBy: { recordedAt: 'asc' } },
      problems: { where: { OR: [{ endedAt: null }, { endedAt: { gt: new Date(startedAt.getTime() + mendedMs) } }] } },
      phone: true,
    },
  });
  return streams.map((stream) => {
    const { id, number, name, metrics, phone } = stream;
    const isOn = stream.status === 'active' || stream.status === 'provisioning';
    const camera = { id, number, name, is_on: isOn };
    if (!isOn) return { ...camera, checks: [] };
    const problems = stream.problems.map(({ code, severity, figures, beganAt }) => {
      return { code, severity, figures, since: beganAt.toISOString() };
    });
    const isHeard = phone?.reportedAt && Date.now() - phone.reportedAt.getTime() < phoneReportMs;
    const recorder = stream.recordingId === null ? null : storedRecorderSchema.parse(stream.recorder);
    const checks = checkCamera({
      signal: stream.signal,
      problems: [...readFindings(problems), ...readFindings(stream.findings)],
      samples: metrics.map(({ fps, audioLeftDbfs, audioRightDbfs, latencyMs, playersMarginMs }) => ({
        fps,
        peakDbfs: audioLeftDbfs === null ? audioRightDbfs : Math.max(audioLeftDbfs, audioRightDbfs ?? audioLeftDbfs),
        latencyMs,
        playersMarginMs,
      })),
      silence: storedAlarmsSchema.parse(stream.alarms).silent,
      audioDelayMs: stream.audioDelayMs,
      shiftMs: ofEvent.shifts.get(id) ?? null,
      tally: ofEvent.tallyOf(id),
      recorder: recorder && {
        fault: recorder.fault,
        uploadFault: recorder.upload?.fault ?? null,
        freePercent: recorder.freePercent,
      },
      recordsWhenOn: stream.recordsWhenOn,
      battery:
        isHeard && phone.batteryPercent !== null
          ? { percent: phone.batteryPercent, isCharging: phone.isCharging ?? false }
          : null,
    });
    return { ...camera, checks };
  });
}

/** @param isQuiet whether alarms are muted, so that black and frozen pictures are not noticed */
function verdictOf(cameras: LineUpCamera[], isQuiet: boolean): Pick<LineUpFacts, 'is_well' | 'sentence'> {
  const on = cameras.filter((camera) => camera.is_on);
  const troubled = on.filter(({ checks }) => checks.some(({ state }) => state === 'wrong'));
  if (on.length === 0) return { is_well: false, sentence: 'No camera was on.' };
  if (troubled.length > 0) {
    const names = troubled.map(({ name }) => name).join(', ');
    return {
      is_well: false,
      sentence: `Something was wrong with ${troubled.length} of ${on.length} cameras: ${names}.`,
    };
  }
  if (isQuiet) {
    const sentence =
      'Alarms were quiet, so black and frozen pictures were not noticed: end the changeover and line up again.';
    return { is_well: false, sentence };
  }
  const off = cameras.length - on.length;
  const rest = off === 0 ? '' : ` ${off} ${off === 1 ? 'was' : 'were'} off.`;
  return {
    is_well: true,
    sentence: `All was well with ${countWords(on.length, 'camera')}.${rest}`,
  };
}

/** A page of an event's line-ups, newest first. @throws AppError `not_found` */
export const listLineUps = defineUseCase(
  { action: 'line_ups.view' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<LineUp>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('startedAt', 'desc', request);
    return page.read({ eventId, organizationId }, (query) => db().lineUp.findMany(query));
  },
);

/** The line-ups of a show, oldest first: those of the hours before it count. */
export const readLineUps = defineSystem(
  'the maker of reports',
  async (eventId: string, from: Date, to: Date): Promise<LineUpFacts[]> => {
    const rows = await db().lineUp.findMany({
      where: { eventId, startedAt: { gte: new Date(from.getTime() - beforeShowMs), lt: to } },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    });
    return rows.flatMap(({ facts }) => (facts === null ? [] : lineUpFactsSchema.parse(facts)));
  },
);

/** A line-up as members see it. */
export const serializeLineUp = ({ id, eventId, startedAt, facts }: LineUp): LineUpJson => ({
  id,
  type: 'line_up',
  attributes: {
    event_id: eventId,
    started_at: startedAt.toISOString(),
    result: lineUpFactsSchema.nullable().parse(facts),
  },
});
