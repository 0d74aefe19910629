import { setTimeout as sleep } from 'node:timers/promises';
import { db } from '@/lib/platform/db/db';
import { type Check, ok, problem } from '../check-result';

/** A gateway's heartbeat counter changes every second. */
const watchMs = 2_500;

/** Whether a gateway runs, without which no camera starts. */
export const checkGateways: Check = async () => {
  const before = new Map((await db().gateway.findMany()).map(({ id, heartbeat }) => [id, heartbeat]));
  await sleep(watchMs);
  const now = await db().gateway.findMany();
  const alive = now.filter(({ id, heartbeat }) => before.get(id) !== heartbeat);
  if (alive.length === 0) {
    return [
      problem(
        'gateways',
        now.length === 0
          ? 'No gateway runs, so no camera can start.'
          : `No gateway has shown within ${watchMs / 1_000} s that it runs, so no camera can start.`,
        'Start the program gateway; its log says why it ends.',
      ),
    ];
  }
  const capacity = alive.reduce((sum, { maxStreams }) => sum + maxStreams, 0);
  const names = alive.map(({ id }) => id).join(', ');
  return [
    ok(
      'gateways',
      `${alive.length === 1 ? 'One gateway runs' : `${alive.length} gateways run`} (${names}), for ${capacity} streams.`,
    ),
  ];
};
