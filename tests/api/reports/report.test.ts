import { beforeEach, expect, test } from 'vitest';
import { GET as getReport } from '@/app/api/v1/events/[id]/report/route';
import { GET as listReports } from '@/app/api/v1/events/[id]/reports/route';
import type { CameraReport, KeptReportJson, ReportJson } from '@/lib/contracts/reports';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { keepReports } from '@/lib/use-cases/reports/keep-reports';
import type { Stream, StreamMetric } from '@/prisma/generated/client';
import { retain } from '@/server/gateway/store/retention';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

const timeZone = 'America/Los_Angeles';

let user: SignedInUser;
let eventId: string;
let cameras: Stream[];
/** The show: planned for half an hour, which ended some minutes ago. */
let startMs: number;
let endMs: number;

beforeEach(async () => {
  await db().stream.deleteMany();
  user = await makeUser();
  eventId = (await makeEvent(user.actor, 'Derby')).id;
  cameras = [
    await makeStream(user.actor, { name: 'Left', eventId }),
    await makeStream(user.actor, { name: '=Right, far', eventId }),
  ];
  endMs = Math.floor(Date.now() / minuteMs) * minuteMs - 5 * minuteMs;
  startMs = endMs - 30 * minuteMs;
  await db().event.update({
    where: { id: eventId },
    data: { startsAt: new Date(startMs), endsAt: new Date(endMs), timeZone },
  });
});

const camera = (index: number): Stream => cameras[index] as Stream;

const report = async (query: Record<string, string> = {}) => {
  const { body } = await call(getReport, { token: user.token, params: { id: eventId }, query });
  return (body as { data: ReportJson }).data;
};

/** A sample a second from two minutes before the show until after it, with gaps, unmeasured figures and a restart. */
async function recordSamples(stream: Stream): Promise<void> {
  const { id: streamId, organizationId } = stream;
  let [droppedFrames, reconnectCount] = [40, 3];
  const data = [];
  for (let atMs = startMs - 2 * minuteMs; atMs < endMs + 2 * minuteMs; atMs += secondMs) {
    const second = (atMs - startMs) / secondMs;
    const isGap = second > 300 && second < 420;
    // Switched off and on again: the counters begin anew.
    if (second === 900) [droppedFrames, reconnectCount] = [2, 0];
    if (Math.random() < 0.1) droppedFrames += Math.floor(Math.random() * 5);
    if (second === 421 || second === 1_200) reconnectCount++;
    if (isGap) continue;
    const isLive = second < 600 || second > 660;
    data.push({
      streamId,
      organizationId,
      recordedAt: new Date(atMs + 137),
      fps: isLive ? 24 + Math.random() : 0,
      bitrateKbps: isLive ? 3_000 + Math.random() * 2_000 : 40,
      reconnectCount,
      droppedFrames,
      latencyMs: Math.random() < 0.9 ? 80 + Math.random() * 200 : null,
      lostPackets: Math.floor(Math.random() * 4),
      retransmittedPackets: Math.floor(Math.random() * 3),
      lossPercent: Math.random() < 0.8 ? Math.random() * 3 : null,
      audioLeftDbfs: Math.random() < 0.9 ? -10 - Math.random() * 40 : null,
      audioRightDbfs: -12 - Math.random() * 40,
      loudnessLufs: Math.random() < 0.9 ? -45 + Math.random() * 30 : null,
      shortTermLufs: Math.random() < 0.9 ? -45 + Math.random() * 30 : null,
    });
  }
  await db().streamMetric.createMany({ data });
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const meanLufs = (values: number[]) => 10 * Math.log10(sum(values.map((lufs) => 10 ** (lufs / 10))) / values.length);
/** The values that a gate so far below their mean lets through. */
const above = (values: number[], gateLu: number) => values.filter((lufs) => lufs > meanLufs(values) - gateLu);

/** The report rounds what was packed by hundredths, which may round the other way. */
const toATenth = (value: number) => expect.closeTo(value, -Math.log10(2 * 0.1));

/** The figures of a camera by nothing but its samples, each counted one after the other. */
function recomputed(samples: StreamMetric[]): Partial<CameraReport> {
  const all = samples.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
  const during = all.filter(({ recordedAt: at }) => at.getTime() >= startMs && at.getTime() < endMs);
  const grown = (read: (sample: StreamMetric) => number) =>
    sum(
      during.map((sample) => {
        const before = all[all.indexOf(sample) - 1];
        return before && read(sample) >= read(before) ? read(sample) - read(before) : read(sample);
      }),
    );
  const live = during.filter(({ fps }) => fps > 0).map(({ bitrateKbps }) => bitrateKbps);
  const latencies = during
    .flatMap(({ latencyMs }) => (latencyMs === null ? [] : [Math.round(latencyMs)]))
    .sort((a, b) => a - b);
  const loss = during.flatMap(({ lossPercent }) => lossPercent ?? []);
  const minutePeaks = [...new Set(during.map(({ recordedAt: at }) => Math.floor(at.getTime() / minuteMs)))].map(
    (minute) =>
      Math.max(
        ...during
          .filter(({ recordedAt: at }) => Math.floor(at.getTime() / minuteMs) === minute)
          .flatMap(({ audioLeftDbfs, audioRightDbfs }) => [audioLeftDbfs ?? [], audioRightDbfs ?? []].flat()),
      ),
  );
  const loudness = during.flatMap(({ loudnessLufs }) => loudnessLufs ?? []);
  const range = above(
    during.flatMap(({ shortTermLufs }) => shortTermLufs ?? []),
    20,
  ).sort((a, b) => a - b);
  const decimals = (value: number, count: number) => Number(value.toFixed(count));
  return {
    live_seconds: live.length,
    frames_lost: grown(({ droppedFrames }) => droppedFrames ?? 0),
    reconnects: grown(({ reconnectCount }) => reconnectCount),
    lost_packets: sum(during.map(({ lostPackets }) => lostPackets ?? 0)),
    retransmitted_packets: sum(during.map(({ retransmittedPackets }) => retransmittedPackets ?? 0)),
    loss_percent: decimals(sum(loss) / loss.length, 3),
    latency_p50_ms: latencies[Math.ceil(latencies.length * 0.5) - 1] ?? null,
    latency_p95_ms: latencies[Math.ceil(latencies.length * 0.95) - 1] ?? null,
    bitrate_min_kbps: Math.round(Math.min(...live)),
    bitrate_avg_kbps: Math.round(sum(live) / live.length),
    bitrate_max_kbps: Math.round(Math.max(...live)),
    audio_avg_dbfs: decimals(sum(minutePeaks) / minutePeaks.length, 1),
    audio_peak_dbfs: decimals(Math.max(...minutePeaks), 1),
    loudness_lufs: toATenth(meanLufs(above(loudness, 10))),
    loudness_range_lu: toATenth(
      (range[Math.floor(0.95 * (range.length - 1))] ?? 0) - (range[Math.floor(0.1 * (range.length - 1))] ?? 0),
    ),
  };
}

test('its figures are those of all samples, rolled up or not, and stay when the samples are deleted', {
  timeout: 60_000,
}, async () => {
  for (const stream of cameras) await recordSamples(stream);
  const samples = await db().streamMetric.findMany();
  const expected = cameras.map(({ id }) => recomputed(samples.filter(({ streamId }) => streamId === id)));
  const present = await report();
  expect(present).toMatchObject({
    id: null,
    attributes: { is_final: false, event_name: 'Derby', time_zone: timeZone },
  });
  expect(present.attributes.cameras).toMatchObject(expected);
  // Half of the minutes, then all of them.
  await retain('metrics', new AbortController().signal);
  await db().streamMetricMinute.deleteMany({ where: { recordedAt: { gte: new Date(startMs + 15 * minuteMs) } } });
  expect((await report()).attributes.cameras).toMatchObject(expected);
  await retain('metrics', new AbortController().signal);
  expect((await report()).attributes.cameras).toMatchObject(expected);

  const [kept, ...others] = await keepReports();
  expect(others).toEqual([]);
  const final = await report();
  expect(final).toMatchObject({ id: kept?.id, attributes: { is_final: true, cameras: expected, time_zone: timeZone } });
  await db().streamMetric.deleteMany();
  await db().streamMetricMinute.deleteMany();
  await db().streamIncident.deleteMany();
  expect(await keepReports()).toEqual([]);
  expect(await report()).toEqual(final);
  expect(await report({ report_id: final.id ?? '' })).toEqual(final);
  const { body } = await call(listReports, { token: user.token, params: { id: eventId } });
  expect((body as { data: KeptReportJson[] }).data.map(({ id }) => id)).toEqual([final.id]);
});

const at = (second: number) => new Date(startMs + second * secondMs);
const line = (
  stream: Stream,
  second: number,
  code: string,
  codedMessage: object,
  severity: 'info' | 'warning' | 'critical' = 'info',
) =>
  db().streamIncident.create({
    data: {
      id: newId(),
      streamId: stream.id,
      organizationId: stream.organizationId,
      code,
      severity,
      codedMessage,
      message: 'In words.',
      occurredAt: at(second),
    },
  });

test('a phone has its figures as any camera, and none of SRT', async () => {
  const phone = camera(0);
  await db().stream.update({ where: { id: phone.id }, data: { sourceKind: 'phone' } });
  const { id: streamId, organizationId } = phone;
  const figures = { fps: 30, bitrateKbps: 2_000, reconnectCount: 0, latencyMs: 120, droppedFrames: 0 };
  await db().streamMetric.createMany({
    data: [0, 1, 2].map((second) => ({ streamId, organizationId, recordedAt: at(second), ...figures })),
  });
  expect((await report()).attributes.cameras[0]).toMatchObject({
    live_seconds: 3,
    frames_lost: 0,
    bitrate_avg_kbps: 2_000,
    latency_p95_ms: 120,
    lost_packets: null,
    retransmitted_packets: null,
    loss_percent: null,
  });
});

test('outages have their cause and length, alarms who acknowledged them, and problems their advice', async () => {
  const left = camera(0);
  const black = { code: 'picture_black', figures: {} };
  await line(left, 60, 'camera_lost', { code: 'signal_lost', figures: { cause: 'silent' } }, 'critical');
  await line(left, 70, 'camera_lost_acknowledged', { code: 'acknowledged', figures: { by: 'Ada', problem: black } });
  await line(left, 90, 'camera_back', { code: 'signal_back', figures: { durationMs: 32_500 } });
  await line(left, 200, 'picture_black', { code: 'problem_found', figures: { problem: black } }, 'warning');
  await line(left, 205, 'picture_black_acknowledged', {
    code: 'acknowledged',
    figures: { by: 'Grace', problem: black },
  });
  await line(left, 220, 'picture_black_over', { code: 'picture_no_longer_black', figures: { durationMs: 20_000 } });
  await line(left, 400, 'status_provisioning', { code: 'worker_lost', figures: {} }, 'warning');
  await line(left, 402, 'status_active', { code: 'ready', figures: {} });
  const silent = { code: 'process_silent', figures: { seconds: 5 } };
  await line(left, 500, 'status_provisioning', { code: 'restarting', figures: { failure: silent } }, 'warning');
  await line(left, 503, 'status_active', { code: 'ready', figures: {} });
  await line(left, 1_790, 'camera_lost', { code: 'signal_lost', figures: { cause: null } }, 'critical');
  await db().streamProblem.createMany({
    data: [
      { code: 'long_gop', figures: { gopSeconds: 8 }, beganAt: at(-100), endedAt: at(100) },
      { code: 'long_gop', figures: { gopSeconds: 12 }, beganAt: at(1_700), endedAt: null },
      { code: 'b_frames', figures: {}, beganAt: at(-100), endedAt: at(-50) },
      // It came and went with our own restart.
      { code: 'camera_lost', figures: { cause: 'unknown' }, beganAt: at(400), endedAt: at(410) },
    ].map((problem) => ({
      ...problem,
      streamId: left.id,
      organizationId: left.organizationId,
      severity: 'warning' as const,
    })),
  });
  expect((await report()).attributes.cameras[0]).toMatchObject({
    outages: [
      {
        at: at(57.5).toISOString(),
        seconds: 32.5,
        cause: 'Camera lost: nothing arrives from its encoder.',
        origin: 'network',
        fix: 'Check power and network.',
        is_over: true,
        acknowledged: { by: 'Ada', at: at(70).toISOString() },
      },
      { seconds: 10, cause: 'Camera lost.', origin: 'unknown', is_over: false },
    ],
    outage_seconds: 42.5,
    restarts: [
      { seconds: 2, cause: 'The server restarted this camera.', origin: 'server', fix: null, is_over: true },
      { seconds: 3, cause: expect.stringContaining('did not answer'), origin: 'server', fix: null, is_over: true },
    ],
    restart_seconds: 5,
    alarms: [
      {
        code: 'picture_black',
        at: at(200).toISOString(),
        seconds: 20,
        sentence: 'The picture is black.',
        acknowledged: { by: 'Grace', at: at(205).toISOString() },
      },
    ],
    problems: [
      {
        code: 'long_gop',
        times: 2,
        seconds: 200,
        sentence: expect.stringContaining('12.0 s'),
        fix: 'Set the encoder to a keyframe every one or two seconds.',
      },
    ],
  });
});

test('alarms and problems from before the show are in it, with who acknowledged them', async () => {
  const left = camera(0);
  const seen = (by: string, code: string) => ({
    code: 'acknowledged',
    figures: { by, problem: { code, figures: {} } },
  });
  await line(left, -500, 'picture_frozen_acknowledged', seen('Too early', 'picture_frozen'));
  await line(left, -50, 'picture_frozen_acknowledged', seen('Ada', 'picture_frozen'));
  await line(left, -50, 'camera_lost_acknowledged', seen('Grace', 'camera_lost'));
  await line(left, 30, 'camera_back', { code: 'signal_back', figures: { durationMs: 130_000 } });
  await line(left, 600, 'long_gop_acknowledged', seen('Edsger', 'long_gop'));
  await db().streamProblem.createMany({
    data: [
      { code: 'camera_lost', figures: { cause: 'silent' }, beganAt: at(-100), endedAt: at(30), severity: 'critical' },
      { code: 'picture_frozen', figures: {}, beganAt: at(-100), endedAt: at(40), severity: 'warning' },
      { code: 'long_gop', figures: { gopSeconds: 8 }, beganAt: at(500), endedAt: null, severity: 'warning' },
    ].map((problem) => ({
      ...problem,
      severity: problem.severity as 'warning' | 'critical',
      streamId: left.id,
      organizationId: left.organizationId,
    })),
  });
  const [shown] = (await report()).attributes.cameras;
  expect(shown).toMatchObject({
    outages: [
      {
        at: at(0).toISOString(),
        seconds: 30,
        cause: 'Camera lost: nothing arrives.',
        is_over: true,
        acknowledged: { by: 'Grace', at: at(-50).toISOString() },
      },
    ],
    alarms: [
      {
        code: 'picture_frozen',
        at: at(0).toISOString(),
        seconds: 40,
        acknowledged: { by: 'Ada', at: at(-50).toISOString() },
      },
    ],
  });
  const acknowledgements = shown?.problems.map(({ code, acknowledged }) => [code, acknowledged?.by]);
  expect(acknowledgements).toEqual([
    ['long_gop', 'Edsger'],
    ['picture_frozen', 'Ada'],
    ['camera_lost', 'Grace'],
  ]);
});

test('time on air and switches follow tally, within the show', async () => {
  const [left, right] = [camera(0), camera(1)];
  const { organizationId } = left;
  const cut = (second: number, ...programIds: string[]) => ({
    id: newId(),
    organizationId,
    eventId,
    occurredAt: at(second),
    programIds,
    previewIds: [],
  });
  await db().tallyChange.createMany({
    data: [
      cut(-600, left.id),
      cut(100, right.id),
      // Another preview alone is no cut.
      cut(150, right.id),
      cut(160, left.id, right.id),
      cut(200, left.id),
      cut(300),
      cut(400, right.id),
    ],
  });
  const { attributes } = await report();
  expect(attributes.switches).toBe(2);
  expect(attributes.cameras).toMatchObject([
    {
      on_air_seconds: 240,
      on_air: [{ from: at(0).toISOString(), to: at(100).toISOString() }, { to: at(300).toISOString() }],
    },
    { on_air_seconds: 1_500, on_air: [{ to: at(200).toISOString() }, { to: new Date(endMs).toISOString() }] },
  ]);
});

test('viewers are members and viewers of share links, with the most at once', async () => {
  const { organizationId } = camera(0);
  const link = newId();
  const rows = [
    { roomId: eventId, recordedAt: at(60), viewerSeconds: 120, peak: 2 },
    { roomId: link, recordedAt: at(60), viewerSeconds: 180, peak: 5 },
    { roomId: link, recordedAt: at(120), viewerSeconds: 360, peak: 6 },
    { roomId: link, recordedAt: at(1_800), viewerSeconds: 6_000, peak: 100 },
  ];
  await db().viewerMinute.createMany({
    data: rows.map((row) => ({ ...row, eventId, organizationId, countedAt: row.recordedAt })),
  });
  expect((await report()).attributes.viewers).toEqual({
    peak: 7,
    minutes: 11,
    member_minutes: 2,
    share_link_minutes: 9,
  });
});

test('without planned times, a show is the time in which cameras were on', async () => {
  await db().event.update({ where: { id: eventId }, data: { startsAt: null, endsAt: null } });
  const none = await call(getReport, { token: user.token, params: { id: eventId } });
  expect(none.body).toEqual({ data: null });
  const minute = (minutes: number) => -60 * minutes;
  for (const [second, code] of [
    [minute(600), 'status_provisioning'],
    [minute(540), 'status_stopping'],
    [minute(200), 'status_provisioning'],
    [minute(199), 'status_active'],
    [minute(150), 'status_error'],
    [minute(120), 'status_provisioning'],
  ] as const) {
    await line(camera(0), second, code, { code: 'ready', figures: {} });
  }
  const present = await report();
  expect(present.attributes).toMatchObject({ starts_at: at(minute(200)).toISOString(), is_final: false });
  // The one before had no picture: it is not kept.
  expect(await keepReports()).toEqual([]);
  const { id: streamId, organizationId } = camera(0);
  await db().streamMetric.create({
    data: { streamId, organizationId, recordedAt: at(minute(580)), fps: 25, bitrateKbps: 1, reconnectCount: 0 },
  });
  const [kept] = await keepReports();
  expect(kept).toMatchObject({ startsAt: at(minute(600)), endsAt: at(minute(540)) });
});

test('CSV has a line for each camera, and no cell that a spreadsheet would run', async () => {
  await recordSamples(camera(1));
  const response = await getReport(
    new Request(`http://127.0.0.1/api/v1/events/${eventId}/report?format=csv`, {
      headers: { authorization: `Bearer ${user.token}` },
    }),
    { params: Promise.resolve({ id: eventId }) },
  );
  expect(response.headers.get('content-type')).toContain('text/csv');
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
  expect(head).toMatch(/^number,name,live_seconds,on_air_seconds,/);
  expect(lines.map((text) => text.split(',').at(1))).toEqual(['Left', `"'=Right`]);
});

test('a viewer is refused, and a stranger finds nothing, not even by the id of a report', async () => {
  await recordSamples(camera(0));
  const [kept] = await keepReports();
  const viewer = await makeColleague(user.actor, 'viewer');
  const stranger = await makeUser();
  const own = await makeEvent(stranger.actor);
  const ask = async (token: string, id: string, query: Record<string, string> = {}) =>
    (await call(getReport, { token, params: { id }, query })).status;
  expect(await ask(viewer.token, eventId)).toBe(403);
  expect(await ask(stranger.token, eventId)).toBe(404);
  expect(await ask(stranger.token, own.id, { report_id: kept?.id ?? '' })).toBe(404);
  expect(await ask(user.token, eventId, { report_id: kept?.id ?? '' })).toBe(200);
});
