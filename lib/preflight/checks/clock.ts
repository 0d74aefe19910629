import type { CheckResult } from '@/lib/contracts/preflight';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { type ClockDiscipline, readClockDiscipline } from '@/lib/platform/process/clock-discipline';
import { type Check, ok, problem, warning } from '../check-result';

/** A greater difference makes latencies and histories visibly wrong. */
const noticedMs = 1_000;
/** LiveKit's tokens are good for a minute and more; a worker's is used at once. */
const harmfulMs = 20_000;
const timeoutMs = 3_000;
const fix = 'Have every host set its clock by NTP (such as systemd-timesyncd or chrony).';

/** Cameras that arrive at several machines are out of step by as much as their clocks are. */
const looseMs = 10;

/** Whether this machine's clock is set by NTP, and those of Postgres, LiveKit and the recordings' bucket show its time. */
export const checkClock: Check = async () => {
  const { RECORDINGS_S3_ENDPOINT: bucketUrl } = recordingsEnv();
  const differences = [
    ['Postgres', await differenceToDatabase()],
    ['LiveKit', await differenceTo(livekitEnv().LIVEKIT_URL.replace(/^ws/, 'http'))],
    ['the bucket', bucketUrl === undefined ? null : await differenceTo(bucketUrl)],
  ] as const;
  const wrong = differences.flatMap(([name, ms]) => (ms !== null && Math.abs(ms) > noticedMs ? [{ name, ms }] : []));
  if (wrong.length === 0) return [judgeDiscipline(await readClockDiscipline())];
  return wrong.map(({ name, ms }) => {
    const direction = ms > 0 ? 'ahead of' : 'behind';
    const text = `The clock of ${name} is ${Math.abs(ms / 1_000).toFixed(1)} s ${direction} this machine’s.`;
    return (Math.abs(ms) > harmfulMs ? problem : warning)('clock', text, fix);
  });
};

async function differenceToDatabase(): Promise<number> {
  const sentAtMs = Date.now();
  const [row] = await db().$queryRaw<{ nowMs: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;
  return certainDifference((row?.nowMs ?? 0) - sentAtMs, Date.now() - sentAtMs);
}

/** By the header Date, which has whole seconds; null where the server does not answer or says nothing. */
async function differenceTo(url: string): Promise<number | null> {
  const sentAtMs = Date.now();
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  const saidMs = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(saidMs)) return null;
  const difference = certainDifference(saidMs - sentAtMs, Date.now() - sentAtMs);
  // It was cut off to the second.
  return difference < 0 ? Math.min(0, difference + 1_000) : difference;
}

/**
 * How far a clock is ahead, at least: it was read at some moment of the round trip.
 * @param readMs what it showed, after the question was sent
 * @param roundTripMs how long the answer took
 */
function certainDifference(readMs: number, roundTripMs: number): number {
  if (readMs < 0) return readMs;
  return Math.max(0, readMs - roundTripMs);
}

/** @param discipline null where no NTP client can be asked */
export function judgeDiscipline(discipline: ClockDiscipline | null): CheckResult {
  const same = 'All clocks show the same time.';
  if (!discipline) return ok('clock', same);
  const { isSynchronized, offsetMs } = discipline;
  if (!isSynchronized) return warning('clock', 'This machine’s clock is not set by NTP.', fix);
  if (offsetMs === null) return ok('clock', `${same} NTP sets this machine’s.`);
  const apart = `${Math.abs(offsetMs).toFixed(1)} ms from true time`;
  return Math.abs(offsetMs) > looseMs
    ? warning('clock', `This machine’s clock is ${apart}, so cameras of several machines are out of step.`, fix)
    : ok('clock', `${same} NTP sets this machine’s, which is ${apart}.`);
}
