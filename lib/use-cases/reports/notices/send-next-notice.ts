import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { dayMs, hourMs, minuteMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { digestMail } from './digest-mail';
import { reportMail } from './report-mail';

interface Claimed {
  id: string;
  organizationId: string;
  reportId: string | null;
  week: Date | null;
  attempts: number;
  createdAt: Date;
  email: string;
}

/** A process that takes longer over one e-mail has died. */
const leaseMs = 5 * minuteMs;
/** An e-mail that the mail server did not take within a day is given up. */
const keepTryingMs = dayMs;
const keptMs = 90 * dayMs;
const retry: BackoffOptions = { firstMs: 30_000, capMs: hourMs };

/**
 * Sends the notice that has waited longest. It goes out at most once: one whose process died while sending counts as
 * failed, because the mail server may have it. A paused copy sends none.
 * @returns whether there was one
 */
export const sendNextNotice = defineSystem(
  'the web program, one at a time',
  async (nowMs: number): Promise<boolean> => {
    if (!canSendMail()) return false;
    await tidy(nowMs);
    const notice = await claim(nowMs);
    if (!notice) return false;
    const { id, organizationId, reportId, week, attempts, createdAt, email: to } = notice;
    try {
      const mail = reportId ? await reportMail(reportId) : await digestMail(organizationId, week ?? new Date(nowMs));
      await sendMail({ ...mail, to });
    } catch (error) {
      const nextAttemptMs = nowMs + backoffMs(attempts - 1, retry);
      const isLast = nextAttemptMs - createdAt.getTime() > keepTryingMs;
      await db().notice.updateMany({
        where: { id },
        data: { state: isLast ? 'failed' : 'waiting', nextAttemptAt: new Date(nextAttemptMs) },
      });
      // The log has the mail server's refusal already.
      if (!(error instanceof AppError)) throw error;
      return true;
    }
    // Where this fails, it counts as one whose process died.
    await db().notice.updateMany({ where: { id }, data: { state: 'sent' } });
    return true;
  },
);

/** Gives up what was interrupted and what is for people who own the organization no more, and deletes old rows. */
async function tidy(nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db().notice.updateMany({ where: { state: 'sending', nextAttemptAt: { lt: now } }, data: { state: 'failed' } });
  await db().$executeRaw`
    DELETE FROM notices WHERE created_at < ${new Date(nowMs - keptMs)} OR state = 'waiting' AND NOT EXISTS (
      SELECT 1 FROM memberships AS owner
      WHERE owner.user_id = notices.user_id AND owner.organization_id = notices.organization_id AND owner.role = 'owner')`;
}

async function claim(nowMs: number): Promise<Claimed | undefined> {
  const [notice] = await db().$queryRaw<Claimed[]>`
    UPDATE notices SET state = 'sending', attempts = attempts + 1, next_attempt_at = ${new Date(nowMs + leaseMs)}
    FROM users
    WHERE users.id = notices.user_id AND notices.id = (
      SELECT id FROM notices
      WHERE state = 'waiting' AND next_attempt_at <= ${new Date(nowMs)}
        AND NOT EXISTS (SELECT 1 FROM installation WHERE paused_at IS NOT NULL)
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING notices.id, notices.organization_id AS "organizationId", report_id AS "reportId", week, attempts,
      notices.created_at AS "createdAt", email`;
  return notice;
}
