import { dayMs, hourMs, secondMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { webEnv } from '@/lib/platform/env/web-env';
import { mailBody } from '@/lib/platform/mail/mail-body';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { backupGraceHours } from '@/lib/preflight/checks/backup';
import { findOperator } from '@/lib/preflight/operator';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/** Owners are told again after this time, while there is still no backup. */
const reminderMs = 7 * dayMs;

/** How old the last backup is, and how old it may become. */
export interface BackupAge {
  /** Since the last whole backup; where there has been none, since the server was set up. */
  ageSeconds: number;
  maxAgeSeconds: number;
  /** Whether one has failed since. */
  hasFailed: boolean;
}

/**
 * Reads how old the last backup is.
 * @returns null where backups are made in another way, or nobody has signed up yet
 */
export const readBackupAge = defineSystem(
  'the web program, of the whole installation',
  async (nowMs: number): Promise<BackupAge | null> => {
    const { BACKUP_EVERY_HOURS: everyHours } = diskEnv();
    if (everyHours === 0) return null;
    const [installation, first] = await Promise.all([
      db().installation.findFirst({ select: { backedUpAt: true, backupFailedAt: true } }),
      db().organization.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } }),
    ]);
    const since = installation?.backedUpAt ?? first?.createdAt;
    if (!since) return null;
    const failedMs = installation?.backupFailedAt?.getTime() ?? 0;
    return {
      ageSeconds: (nowMs - since.getTime()) / secondMs,
      maxAgeSeconds: ((everyHours + backupGraceHours) * hourMs) / secondMs,
      hasFailed: failedMs > since.getTime(),
    };
  },
);

/**
 * Tells the owners of the organization that runs this server by e-mail that a backup has failed, or none was made in time.
 * They hear of it once, and again each week until there is one. A paused copy tells nobody.
 * @returns how many were told
 * @throws AppError `unavailable` where the mail server takes no e-mail; the next call tries again
 */
export const tellOfMissedBackup = defineSystem('the web program', async (nowMs: number): Promise<number> => {
  if (!canSendMail()) return 0;
  const backup = await readBackupAge(nowMs);
  if (!backup || !(backup.hasFailed || backup.ageSeconds > backup.maxAgeSeconds)) return 0;
  const operator = await findOperator();
  const before = operator && (await claimTelling(nowMs));
  if (!operator || !before) return 0;
  const owners = await db().membership.findMany({
    where: { organizationId: operator.id, role: 'owner' },
    select: { user: { select: { email: true } } },
  });
  const { subject, paragraphs } = words(backup);
  const body = mailBody([
    ...paragraphs,
    `You get this because you are an owner of ${operator.name}, which runs this server of ${webEnv().PRODUCT_NAME}.`,
  ]);
  const sent = await Promise.allSettled(owners.map(({ user }) => sendMail({ to: user.email, subject, ...body })));
  const refused = sent.find((result) => result.status === 'rejected');
  const count = sent.filter((result) => result.status === 'fulfilled').length;
  if (count === 0 && refused) {
    await db().installation.updateMany({ data: { backupMissedToldAt: before.toldAt } });
    throw refused.reason;
  }
  return count;
});

/** Claims the telling for this process. @returns when owners were told before; undefined where that is recent enough */
async function claimTelling(nowMs: number): Promise<{ toldAt: Date | null } | undefined> {
  const now = new Date(nowMs);
  const [claimed] = await db().$queryRaw<{ toldAt: Date | null }[]>`
    UPDATE installation SET backup_missed_told_at = ${now}
    FROM (SELECT backup_missed_told_at AS told_at FROM installation FOR UPDATE) AS before
    WHERE paused_at IS NULL
      AND (told_at IS NULL OR told_at < backed_up_at OR told_at <= ${new Date(nowMs - reminderMs)})
    RETURNING told_at AS "toldAt"`;
  return claimed;
}

function words({ ageSeconds, hasFailed }: BackupAge): { subject: string; paragraphs: string[] } {
  const hours = Math.floor((ageSeconds * secondMs) / hourMs);
  const age = `The last backup, or the beginning of this server where there is none, is ${hours} hours ago.`;
  return {
    subject: hasFailed ? 'The backup has failed' : 'Backups are missing',
    paragraphs: [
      hasFailed ? `A backup of this server has failed. ${age}` : `No backup of this server was made in time. ${age}`,
      'If its disk fails now, everything since then is lost. On the server, run npm run backup, and look why the timer or cron did not: journalctl --unit sightline-backup (docs/runbooks.md#sightlinebackupmissing).',
    ],
  };
}
