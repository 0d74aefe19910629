import { beforeEach, expect, test } from 'vitest';
import { POST as openReport } from '@/app/api/v1/report/route';
import { POST as shareReport, DELETE as unshareReport } from '@/app/api/v1/reports/[id]/link/route';
import type { ReportJson } from '@/lib/contracts/reports';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeColleague, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';

let user: SignedInUser;
let id: string;

beforeEach(async () => {
  user = await makeUser();
  ({ id } = await keepEmptyReport(user.actor));
});

const link = async (method: 'POST' | 'DELETE', token = user.token, reportId = id) =>
  call(method === 'POST' ? shareReport : unshareReport, { method, token, params: { id: reportId } });
const secretOf = ({ body }: { body: unknown }) =>
  (body as { data: { attributes: { path: string } } }).data.attributes.path.replace('/report#', '');
const open = (secret: string, address = newAddress()) =>
  call(openReport, { method: 'POST', body: { report: { secret } }, headers: { 'x-forwarded-for': address } });

test('a link opens its report without an account, until it is replaced or revoked', async () => {
  const first = secretOf(await link('POST'));
  const opened = await open(first);
  expect(opened).toMatchObject({ status: 200, body: { data: { id, attributes: { is_final: true } } } });
  expect((opened.body as { data: ReportJson }).data.attributes.event_name).toBe('Summer Festival');
  const second = secretOf(await link('POST'));
  expect((await open(first)).status).toBe(404);
  expect((await open(second)).status).toBe(200);
  expect((await link('DELETE')).status).toBe(204);
  expect((await link('DELETE')).status).toBe(204);
  expect((await open(second)).status).toBe(404);
  const lines = await db().auditEntry.findMany({ where: { thingId: id }, orderBy: { id: 'asc' } });
  expect(lines.map(({ action }) => action)).toEqual(['reports.share', 'reports.share', 'reports.unshare']);
});

test('the database holds no secret of a link', async () => {
  const secret = secretOf(await link('POST'));
  const row = await db().showReport.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.linkHash).toMatch(/^[\da-f]{64}$/);
});

test('a viewer is refused, and a stranger finds no report', async () => {
  const viewer = await makeColleague(user.actor, 'viewer');
  const stranger = await makeUser();
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await link(method, viewer.token)).status).toBe(403);
    expect((await link(method, stranger.token)).status).toBe(404);
  }
  expect((await db().showReport.findUniqueOrThrow({ where: { id } })).linkHash).toBeNull();
});
