import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInUser } from '../../support/api/factories';
import { SmtpInbox } from '../../support/mail/smtp-inbox';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let inbox: SmtpInbox;
/** The server refuses each e-mail that it has read. */
let isRefusing = false;

beforeAll(async () => {
  inbox = await SmtpInbox.start({
    onRcptTo: (_, __, done) => done(isRefusing ? Object.assign(new Error('No.'), { responseCode: 451 }) : null),
  });
  // Before the settings are read, once.
  Object.assign(process.env, {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'shows@example.com',
    PUBLIC_URL: 'https://shows.example.com',
    PRODUCT_NAME: 'Northlight',
  });
});

afterAll(() => inbox.stop());

/** The product's parts, which read the settings when they are loaded. */
const load = async () => ({
  ...(await import('@/lib/platform/db/db')),
  ...(await import('@/lib/core/id')),
  ...(await import('@/lib/use-cases/reports/keep-reports')),
  ...(await import('@/lib/use-cases/reports/notices/queue-digests')),
  ...(await import('@/lib/use-cases/reports/notices/send-next-notice')),
  ...(await import('@/lib/use-cases/reports/read-report-health')),
  ...(await import('@/lib/use-cases/system/missed-backup')),
  ...(await import('../../support/api/factories')),
  ...(await import('../../support/api/api')),
  ...(await import('@/app/api/v1/organization/route')),
});
type Product = Awaited<ReturnType<typeof load>>;

let product: Product;
let owner: SignedInUser;

beforeEach(async () => {
  product = await load();
  isRefusing = false;
  inbox.mails.length = 0;
  await product.db().notice.deleteMany();
  await product.db().keptDay.deleteMany();
  await product.db().organization.updateMany({ data: { weeklyDigestSince: null } });
  owner = await product.makeUser();
});

/** Sends all that waits, as the loop of a web process does. */
async function sendAll(nowMs = Date.now()): Promise<void> {
  while (await product.sendNextNotice(nowMs));
}

const sentTo = () => inbox.mails.map(({ to }) => to[0]).sort();
const emailOf = async ({ actor }: SignedInUser): Promise<string> =>
  (await product.db().user.findUniqueOrThrow({ where: { id: actor.userId } })).email;

describe('a final report', () => {
  let eventId: string;

  /** A show of an hour that ended ten minutes ago, in which a camera had a picture. */
  beforeEach(async () => {
    const { db, makeEvent, makeStream } = product;
    const nowMs = Date.now();
    eventId = (await makeEvent(owner.actor, 'Derby <final>')).id;
    const endsAt = new Date(nowMs - 10 * 60_000);
    const startsAt = new Date(endsAt.getTime() - hourMs);
    await db().event.update({ where: { id: eventId }, data: { startsAt, endsAt } });
    const { id: streamId, organizationId } = await makeStream(owner.actor, { eventId });
    const recordedAt = new Date(startsAt.getTime() + 60_000);
    await db().streamMetric.create({
      data: { streamId, organizationId, recordedAt, fps: 25, bitrateKbps: 1, reconnectCount: 0 },
    });
  });

  test('is told to each owner once, with its link, by a process and the next', async () => {
    const { makeColleague, keepReports } = product;
    const second = await makeColleague(owner.actor, 'owner');
    await makeColleague(owner.actor, 'admin');
    const kept = (await Promise.all([keepReports(), keepReports()])).flat();
    const [report] = kept.filter((made) => made.eventId === eventId);
    await Promise.all([sendAll(), sendAll()]);
    await keepReports();
    await sendAll();
    expect(sentTo()).toEqual([await emailOf(owner), await emailOf(second)].sort());
    const { headers, text } = await inbox.mailTo(await emailOf(owner));
    expect(headers).toContain('Subject: Show report: Derby <final>');
    expect(headers).toContain('From: Northlight <shows@example.com>');
    expect(headers).toContain('multipart/alternative');
    expect(text).toContain(`https://shows.example.com/events/${eventId}/report?report=${report?.id}`);
    expect(text).toContain('Cameras: 1');
    expect(text).toContain('an owner of Northwind Live at Northlight');
  });

  test('without planned times is told to nobody: a camera that is always on has one a day', async () => {
    const { db, newId, keepReports } = product;
    const stream = await db().stream.findFirstOrThrow({ where: { eventId } });
    const { startsAt, endsAt } = await db().event.update({
      where: { id: eventId },
      data: { startsAt: null, endsAt: null },
    });
    expect([startsAt, endsAt]).toEqual([null, null]);
    const on = { streamId: stream.id, organizationId: stream.organizationId, severity: 'info' as const, message: '' };
    await db().streamIncident.createMany({
      data: [
        { ...on, id: newId(), code: 'status_provisioning', occurredAt: new Date(Date.now() - 5 * hourMs) },
        { ...on, id: newId(), code: 'status_stopping', occurredAt: new Date(Date.now() - 3 * hourMs) },
      ],
    });
    await db().streamMetric.updateMany({
      where: { streamId: stream.id },
      data: { recordedAt: new Date(Date.now() - 4 * hourMs) },
    });
    expect((await keepReports()).map((made) => made.eventId)).toContain(eventId);
    await sendAll();
    expect(sentTo()).toEqual([]);
  });

  test('whose e-mail was interrupted is never told again, and counts as failed', async () => {
    const { db, keepReports, readReportHealth } = product;
    await keepReports();
    const died = { state: 'sending' as const, attempts: 1, nextAttemptAt: new Date(Date.now() - 1_000) };
    await db().notice.updateMany({ data: died });
    await sendAll();
    expect(sentTo()).toEqual([]);
    expect(await readReportHealth()).toMatchObject({ noticesWaiting: 0, noticesFailed: 1 });
  });

  test('waits for a mail server that refuses, for a day', async () => {
    const { db, keepReports, readReportHealth } = product;
    await keepReports();
    isRefusing = true;
    await sendAll();
    expect(await db().notice.findFirst()).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await readReportHealth()).toMatchObject({ noticesWaiting: 1, noticesFailed: 0 });
    isRefusing = false;
    await sendAll(Date.now() + 60_000);
    expect(sentTo()).toEqual([await emailOf(owner)]);

    isRefusing = true;
    await db().notice.updateMany({
      data: { state: 'waiting', nextAttemptAt: new Date(), createdAt: new Date(Date.now() - 25 * hourMs) },
    });
    await sendAll(Date.now() + 60_000);
    expect(await db().notice.findFirst()).toMatchObject({ state: 'failed' });
  });

  test('is told neither to a former owner nor by a paused copy', async () => {
    const { db, makeColleague, keepReports } = product;
    const former = await makeColleague(owner.actor, 'owner');
    await keepReports();
    await db().membership.updateMany({ where: { userId: former.actor.userId }, data: { role: 'member' } });
    const pausedAt = new Date();
    await db().installation.upsert({
      where: { isOnly: true },
      create: { isOnly: true, pausedAt },
      update: { pausedAt },
    });
    try {
      await sendAll();
      expect(sentTo()).toEqual([]);
    } finally {
      await db().installation.updateMany({ data: { pausedAt: null } });
    }
    await sendAll();
    expect(sentTo()).toEqual([await emailOf(owner)]);
  });
});

describe('the weekly digest', () => {
  /** A Monday, 06:00 UTC; the clock alone is not the real one. */
  const mondayMs = Date.UTC(2026, 10, 16);
  const dueMs = mondayMs + 6 * hourMs;

  /** Two hours of one camera on each day from one to another, counted from the Monday. */
  async function film(fromDay: number, toDay: number): Promise<void> {
    const { organizationId } = owner.actor;
    const [streamId, eventId] = [product.newId(), product.newId()];
    const days = Array.from(
      { length: toDay - fromDay + 1 },
      (_, index) => new Date(mondayMs + (fromDay + index) * dayMs),
    );
    const names = { eventName: 'Derby', cameraName: 'Left', sourceKind: 'srt' };
    const figures = { liveSeconds: 7_200, bytesIn: 2e9, bytesRecorded: 1e9, framesLost: 0, outages: 1 };
    await product.db().cameraDay.createMany({
      data: days.map((day) => ({ organizationId, streamId, eventId, day, ...names, ...figures })),
    });
    await product.db().keptDay.createMany({ data: days.map((day) => ({ day, seconds: 0 })), skipDuplicates: true });
  }

  const switchTo = async (isOn: boolean, { token }: SignedInUser = owner) =>
    (await product.call(product.PATCH, { method: 'PATCH', token, body: { organization: { weekly_digest: isOn } } }))
      .status;
  const switchOnAt = async (ms: number) => {
    expect(await switchTo(true)).toBe(200);
    await product.db().organization.update({
      where: { id: owner.actor.organizationId },
      data: { weeklyDigestSince: new Date(ms) },
    });
  };
  /** A round of a web process. */
  const round = async (nowMs: number) => {
    await product.queueDigests(nowMs);
    await sendAll(nowMs);
  };

  test('is off by default, and an owner alone switches it', async () => {
    await film(-7, -1);
    await round(dueMs);
    expect(sentTo()).toEqual([]);
    const admin = await product.makeColleague(owner.actor, 'admin');
    expect(await switchTo(true, admin)).toBe(403);
    expect(await switchTo(true)).toBe(200);
    expect(await switchTo(false)).toBe(200);
    const lines = await product.db().auditEntry.findMany({
      where: { organizationId: owner.actor.organizationId, action: 'organization.send_digest' },
      orderBy: { occurredAt: 'asc' },
    });
    expect(lines.map(({ detail }) => detail)).toEqual(['on', 'off']);
  });

  test('comes once a week to each owner, also from several processes and after a restart', async () => {
    await switchOnAt(mondayMs - 10 * dayMs);
    const second = await product.makeColleague(owner.actor, 'owner');
    await film(-10, -1);
    await round(dueMs - 1);
    expect(sentTo()).toEqual([]);
    await Promise.all([round(dueMs), round(dueMs), round(dueMs)]);
    expect(sentTo()).toEqual([await emailOf(owner), await emailOf(second)].sort());
    const { headers, text } = await inbox.mailTo(await emailOf(owner));
    expect(headers).toContain('Subject: Northwind Live: the week of 9 November 2026');
    expect(text).toContain('9 November 2026 to 15 November 2026');
    expect(text).toContain('Camera hours: 14.0 (the week before: 6.0)');
    expect(text).toContain('Gigabytes in: 14.0 (the week before: 6.0)');
    expect(text).toContain('https://shows.example.com/organization/analytics');

    // Somebody who becomes an owner later waits for the next one.
    await product.makeColleague(owner.actor, 'owner');
    for (const laterMs of [dueMs + 1, dueMs + hourMs, dueMs + 6 * dayMs]) await round(laterMs);
    expect(sentTo()).toHaveLength(2);
    await film(0, 6);
    await round(dueMs + 7 * dayMs);
    expect(sentTo()).toHaveLength(5);
  });

  test('waits until its Sunday is kept, and leaves out weeks without a picture', async () => {
    await switchOnAt(mondayMs - 20 * dayMs);
    await film(-7, -2);
    await round(dueMs);
    expect(sentTo()).toEqual([]);
    await product.db().keptDay.create({ data: { day: new Date(mondayMs - dayMs), seconds: 0 } });
    await round(dueMs + 2 * dayMs);
    expect(sentTo()).toHaveLength(1);
    await product.db().keptDay.create({ data: { day: new Date(mondayMs + 6 * dayMs), seconds: 0 } });
    await round(dueMs + 7 * dayMs);
    expect(sentTo()).toHaveLength(1);
  });

  test('does not come for a week that was over when it was switched on', async () => {
    await film(-7, -1);
    await switchOnAt(mondayMs + hourMs);
    await round(dueMs);
    expect(sentTo()).toEqual([]);
  });
});

describe('backups of the server', () => {
  const nowMs = Date.now();
  const note = (times: {
    backedUpAt?: Date;
    backupFailedAt?: Date;
    backupMissedToldAt?: Date | null;
    pausedAt?: Date | null;
  }) => product.db().installation.upsert({ where: { isOnly: true }, create: times, update: times });
  const ago = (hours: number) => new Date(nowMs - hours * hourMs);
  const tell = (hoursLater = 0) => product.tellOfMissedBackup(nowMs + hoursLater * hourMs);

  beforeEach(() => note({ backedUpAt: ago(1), backupFailedAt: ago(100), backupMissedToldAt: null, pausedAt: null }));

  test('one that is late is told once to the owners of the organization that runs it, and again after a week', async () => {
    const operator = await product.db().organization.findFirstOrThrow({
      orderBy: { id: 'asc' },
      include: { memberships: { where: { role: 'owner' }, include: { user: true } } },
    });
    const owners = operator.memberships.map(({ user }) => user.email);
    expect(await tell()).toBe(0);
    expect(await tell(24.9)).toBe(0);
    expect(await tell(25.1)).toBe(owners.length);
    expect(sentTo()).toEqual(owners.sort());
    expect(inbox.mails[0]?.headers).toContain('Subject: Backups are missing');
    expect([await tell(25.2), await tell(48), await tell(25.1 + 7 * 24)]).toEqual([0, 0, owners.length]);
  });

  test('one that failed is told at once, and after a whole one no more', async () => {
    await note({ backupFailedAt: ago(0.5) });
    expect(await tell()).toBeGreaterThan(0);
    expect(inbox.mails[0]?.headers).toContain('Subject: The backup has failed');
    await note({ backedUpAt: ago(0.1), backupMissedToldAt: ago(0.4) });
    expect(await product.readBackupAge(nowMs)).toMatchObject({ hasFailed: false, maxAgeSeconds: 26 * 3600 });
    expect(await tell()).toBe(0);
    await note({ backupFailedAt: ago(0) });
    expect(await tell()).toBeGreaterThan(0);
  });

  test('a mail server that refuses is asked again, and a paused copy tells nobody', async () => {
    isRefusing = true;
    await expect(tell(30)).rejects.toMatchObject({ code: 'unavailable' });
    isRefusing = false;
    await note({ pausedAt: ago(1) });
    expect(await tell(30)).toBe(0);
    await note({ pausedAt: null });
    expect(await tell(30)).toBeGreaterThan(0);
  });
});
