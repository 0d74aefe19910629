import { beforeAll, expect, test, vi } from 'vitest';
import { POST as probe } from '@/app/api/v1/preflight/probe/route';
import { GET as preflight } from '@/app/api/v1/preflight/route';
import { checkNames } from '@/lib/contracts/check-names';
import type { Finding } from '@/lib/contracts/preflight';
import { readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import { runChecks } from '@/lib/preflight/run-checks';
import { call } from '../support/api/api';
import { makeColleague, makeUser, type SignedInUser } from '../support/api/factories';

let operator: SignedInUser;
beforeAll(async () => {
  operator = await makeUser();
}, 60_000);

test('an admin of the organization that runs the server sees what every check finds', async () => {
  const admin = await makeColleague(operator.actor, 'admin');
  const { status, body } = await call(preflight, { token: admin.token });
  expect(status).toBe(200);
  const findings = (body as { data: Finding[] }).data;
  // Nobody has restored this database, and no folder of backups is set.
  const silent = ['restored', 'backup'];
  const speaking = checkNames.filter((name) => !silent.includes(name));
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
  const { token } = (body as { data: { token: string } }).data;
  const [, claims = ''] = token.split('.');
  const { video, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(video).toMatchObject({ roomJoin: true, canPublish: false, room: expect.stringMatching(/^probe-/) });
  expect(exp - nbf).toBeLessThanOrEqual(60);
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
