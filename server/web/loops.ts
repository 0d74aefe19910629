import { minuteMs, secondMs } from '@/lib/core/durations';
import { forgetKeptAnswers } from '@/lib/platform/kept-answer';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { finishLineUp, readOpenLineUps } from '@/lib/use-cases/line-ups/line-ups';
import { endAbsentPhones } from '@/lib/use-cases/phones/absent-phones';
import { forgetPositions } from '@/lib/use-cases/phones/phones';
import { keepDays } from '@/lib/use-cases/reports/keep-days';
import { keepReports } from '@/lib/use-cases/reports/keep-reports';
import { queueDigests } from '@/lib/use-cases/reports/notices/queue-digests';
import { sendNextNotice } from '@/lib/use-cases/reports/notices/send-next-notice';
import { tellOfMissedBackup } from '@/lib/use-cases/system/missed-backup';
import { expireTally } from '@/lib/use-cases/tally/change-tally';
import { followProgramRules } from '@/lib/use-cases/tally/program-rules';

const tallyIntervalMs = 500;
/** Between looks for what few installations have. A line-up is seen at least once before its ten seconds are over. */
const seldomMs = 2 * secondMs;
const intervalMs = 30 * secondMs;
const retry = { firstMs: secondMs, capMs: minuteMs };
const longRetry = { firstMs: 5 * secondMs, capMs: 5 * minuteMs };

/** The background work of each web process; several processes share it. */
export function webLoops(): Loop[] {
  let isNoticeWaiting = false;
  let hasRules = false;
  let hasLineUps = false;
  return [
    new Loop({
      // Finds switchers that have gone silent, so that no camera stays on air by their last report.
      name: 'tally expiry',
      work: expireTally,
      intervalMs: tallyIntervalMs,
      retry: { firstMs: tallyIntervalMs, capMs: 5 * secondMs },
    }),
    new Loop({
      // Puts spares in the place of cameras on air that are lost, and brings those back.
      name: 'program rules',
      async work() {
        hasRules = await followProgramRules();
      },
      intervalMs: () => (hasRules ? tallyIntervalMs : seldomMs),
      retry: { firstMs: tallyIntervalMs, capMs: 5 * secondMs },
    }),
    new Loop({
      // Keeps what line-ups found, also if nobody waits for it.
      name: 'line-ups',
      async work() {
        const { open, due } = await readOpenLineUps(new Date());
        hasLineUps = open.length > 0;
        for (const lineUp of due) await finishLineUp(lineUp);
      },
      intervalMs: () => (hasLineUps ? secondMs : seldomMs),
      retry,
    }),
    new Loop({
      // Keeps the reports of shows that have ended.
      name: 'reports',
      async work() {
        for (const { id, eventId } of await keepReports()) log.info({ reportId: id, eventId }, 'reports: one is final');
      },
      intervalMs,
      retry,
    }),
    new Loop({
      // Keeps what each day used.
      name: 'analytics',
      async work() {
        for (const day of await keepDays()) log.info({ day }, 'analytics: kept a day');
      },
      intervalMs: 10 * minuteMs,
      retry: longRetry,
    }),
    new Loop({
      // Sends owners an e-mail for each final report of planned times, and the weekly digests.
      name: 'notices',
      async work() {
        await queueDigests(Date.now());
        isNoticeWaiting = await sendNextNotice(Date.now());
      },
      intervalMs: () => (isNoticeWaiting ? 0 : intervalMs),
      retry: longRetry,
    }),
    new Loop({
      // Tells who runs this server that a backup has failed or is missing.
      name: 'missed backups',
      async work() {
        const count = await tellOfMissedBackup(Date.now());
        if (count > 0) log.warn({ owners: count }, 'backups: one is missing, and owners were told by e-mail');
      },
      intervalMs: minuteMs,
      retry: longRetry,
    }),
    new Loop({
      // Forgets the answers to calls with an Idempotency-Key after a day.
      name: 'kept answers',
      async work() {
        const count = await forgetKeptAnswers();
        if (count > 0) log.info({ count }, 'kept answers: old ones are deleted');
      },
      intervalMs: 10 * minuteMs,
      retry: longRetry,
    }),
    new Loop({
      // Turns off the cameras of phones that have gone, so that no worker waits for them.
      name: 'absent phones',
      async work() {
        const count = await endAbsentPhones();
        if (count > 0) log.info({ count }, 'phones: cameras are off, because their phones have gone');
      },
      intervalMs,
      retry,
    }),
    new Loop({
      // Deletes the positions of phones once their event has ended.
      name: 'phone positions',
      async work() {
        const count = await forgetPositions();
        if (count > 0) log.info({ count }, 'phones: positions are deleted');
      },
      intervalMs,
      retry,
    }),
  ];
}
