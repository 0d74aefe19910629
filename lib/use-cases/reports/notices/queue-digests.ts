import { dayMs, hourMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { canSendMail } from '@/lib/platform/mail/send-mail';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

const weekMs = 7 * dayMs;
/** The week is told on Monday from this hour on, in UTC, once its Sunday is kept. */
const dueHour = 6;

/**
 * Queues the digest of the last week to each owner of organizations that want one. A week without a picture has none,
 * and neither has the week in which the digest was switched on. Rows say what is queued, so each week is queued once.
 */
export const queueDigests = defineSystem('the web program, once a week', async (nowMs: number): Promise<void> => {
  const mondayMs = mondayOf(nowMs);
  if (!canSendMail() || nowMs < mondayMs + dueHour * hourMs) return;
  const [week, monday, sunday] = [mondayMs - weekMs, mondayMs, mondayMs - dayMs].map((ms) => new Date(ms));
  const now = new Date(nowMs);
  await db().$executeRaw`
    INSERT INTO notices (id, organization_id, user_id, week, next_attempt_at, created_at)
    SELECT gen_random_uuid(), organization.id, owner.user_id, ${week}::date, ${now}, ${now}
    FROM organizations AS organization
    JOIN memberships AS owner ON owner.organization_id = organization.id AND owner.role = 'owner'
    WHERE weekly_digest_since < ${monday}
      AND EXISTS (SELECT 1 FROM kept_days WHERE day = ${sunday}::date)
      AND EXISTS (SELECT 1 FROM camera_days
        WHERE organization_id = organization.id AND day >= ${week}::date AND day < ${monday}::date)
      AND NOT EXISTS (SELECT 1 FROM notices WHERE organization_id = organization.id AND week = ${week}::date)
    ON CONFLICT DO NOTHING`;
});

/** The beginning of a moment's week, in UTC. 1970 began on a Thursday. */
const mondayOf = (ms: number): number => Math.floor((ms + 3 * dayMs) / weekMs) * weekMs - 3 * dayMs;
