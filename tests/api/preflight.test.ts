import { beforeAll, expect, test, vi } from 'vitest';
import { POST as probe } from '@/app/api/v1/preflight/probe/route';
import { GET as preflight } from '@/app/api/v1/preflight/route';
import { checkNames } from '@/lib/contracts/check-names';
import type { CheckResult, Probe } from '@/lib/contracts/preflight';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import { checkBackup } from '@/lib/preflight/checks/backup';
import { checkRecordings, readDailyGrowth } from '@/lib/preflight/checks/recordings';
import { runChecks } from '@/lib/preflight/run-checks';
import { call } from '../support/api/api';
import { makeColleague, makeEvent, makeUser, type SignedInUser } from '../support/api/factories';

let operator: SignedInUser;
beforeAll(async () => {
  operator = await makeUser();
}, 60_000);

test('an admin of the organization that runs the server sees what every check finds', async () => {
  const admin = await makeColleague(operator.actor, 'admin');
  const { status, body } = await call(preflight, { token: admin.token });
  expect(status).toBe(200);
  const findings = (body as { data: CheckResult[] }).data;
  // Nobody has restored this database.
  const speaking = checkNames.filter((name) => name !== 'restored');
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(speaking);
  const levelOf = (name: string) => findings.find(({ check }) => check === name)?.level;
  // On a busy machine Postgres may be slow, which is a warning.
  expect(levelOf('database')).not.toBe('problem');
  for (const name of ['migrations', 'livekit', 'clock', 'versions']) expect(levelOf(name), name).toBe('ok');
  // LiveKit of the tests is on loopback, and no gateway runs.
  expect(levelOf('addresses')).toBe('warning');
  expect(findings.find(({ check }) => check === 'gateways')).toMatchObject({
    level: 'problem',
    text: 'No gateway runs, so no camera can start.',
  });
  for (const { level, fix } of findings) expect(fix === null).toBe(level === 'ok');
}, 40_000);

test('a token of the probe opens an empty room, and LiveKit says there where it takes media', async () => {
  const { status, body } = await call(probe, { method: 'POST', token: operator.token });
  expect(status).toBe(200);
  const { token, source_token: sourceToken } = (body as { data: Probe }).data;
  const [, claims = ''] = token.split('.');
  const { video, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(video).toMatchObject({ roomJoin: true, canPublish: false, room: expect.stringMatching(/^probe-/) });
  expect(exp - nbf).toBeLessThanOrEqual(60);
  const source = JSON.parse(Buffer.from(sourceToken.split('.')[1] ?? '', 'base64url').toString());
  expect(source.video).toMatchObject({ room: video.room, canSubscribe: false, canPublishSources: ['camera'] });
  expect(source.exp - source.nbf).toBeLessThanOrEqual(60);
  const announced = await readAnnouncedAddresses();
  expect(announced).toContainEqual({ protocol: 'udp', address: '127.0.0.1', port: expect.any(Number) });
  expect((await openRoomService().listRooms()).map(({ name }) => name)).not.toContain(video.room);
});

test('other organizations see nothing of the server, whatever the role', async () => {
  const stranger = await makeUser();
  const member = await makeColleague(operator.actor, 'member');
  for (const [handler, method] of [
    [preflight, 'GET'],
    [probe, 'POST'],
  ] as const) {
    expect((await call(handler, { method, token: stranger.token })).status).toBe(404);
    expect((await call(handler, { method, token: member.token })).status).toBe(403);
  }
});

test('a check that fails is a finding, and the others go on', async () => {
  const getReport = vi.spyOn(process.report, 'getReport').mockImplementation(() => {
    throw new Error('no report');
  });
  const findings = await runChecks();
  getReport.mockRestore();
  expect(findings.find(({ check }) => check === 'files')).toMatchObject({ level: 'problem' });
  expect(findings.find(({ check }) => check === 'files')?.text).toContain('could not be made: no report.');
  const others = findings.filter(({ check }) => check !== 'files');
  expect(others.filter(({ text }) => text.includes('could not be made'))).toEqual([]);
  expect(others.find(({ check }) => check === 'migrations')).toMatchObject({ level: 'ok' });
}, 40_000);

test('recordings that fill the disk within a day are a finding before it is full', async () => {
  const find = async () => (await checkRecordings()).find(({ text }) => text.includes('today’s rate'));
  const { organizationId } = operator.actor;
  const { id: eventId } = await makeEvent(operator.actor);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const make = (startedAt: Date, endedAt: Date | null, sizeBytes: bigint) =>
    db().recording.create({
      data: { id: newId(), organizationId, eventId, cameraName: 'Camera 1', startedAt, endedAt, sizeBytes },
    });
  const before = await readDailyGrowth();
  // Half of it was written on the day before.
  await make(hoursAgo(26), hoursAgo(22), 8_000_000_000n);
  expect(await readDailyGrowth()).toBeCloseTo(before + 4e9, -9);
  // Since an hour ago: a whole day at this rate counts.
  const live = await make(hoursAgo(1), null, 2_000_000_000n);
  expect(await readDailyGrowth()).toBeCloseTo(before + 48e9, -9);
  await db().recording.update({ where: { id: live.id }, data: { sizeBytes: 1_000_000_000_000_000n } });
  expect(await find()).toMatchObject({ level: 'problem', text: expect.stringContaining('has room for 0 hours') });
  // A limit deletes as much as is written.
  await db().organization.update({ where: { id: organizationId }, data: { recordingsMaxGb: 1 } });
  expect(await readDailyGrowth()).toBeCloseTo(before, -9);
  expect(await find()).toMatchObject({ level: 'ok' });
  await db().recording.deleteMany({ where: { eventId } });
});

test('a backup is asked for until there is one', async () => {
  // Other files of this database have emptied its tables.
  await db().installation.upsert({ where: { isOnly: true }, create: {}, update: { backedUpAt: null } });
  expect(await checkBackup()).toMatchObject([{ level: 'warning', text: 'Nobody has made a backup yet.' }]);
  const backedUpAt = (hours: number) =>
    db().installation.updateMany({ data: { backedUpAt: new Date(Date.now() - hours * 3_600_000) } });
  await backedUpAt(1);
  expect(await checkBackup()).toMatchObject([{ level: 'ok' }]);
  await backedUpAt(30);
  expect(await checkBackup()).toMatchObject([{ level: 'warning', text: expect.stringContaining('is 30 hours old') }]);
  await db().installation.updateMany({ data: { backedUpAt: null } });
});
