import { setTimeout as sleep } from 'node:timers/promises';
import type { Show } from '../support/show';

const intervalMs = 100;

/**
 * Makes the calls of an organization's page, one after the other with a pause between.
 * @returns how long each took, in milliseconds
 */
export async function timeCalls({ baseUrl, eventId, token }: Show, durationMs: number): Promise<number[]> {
  const paths = ['/auth/me', `/events/${eventId}`, `/streams?event_id=${eventId}`];
  const tookMs: number[] = [];
  const endMs = performance.now() + durationMs;
  for (let index = 0; performance.now() < endMs; index++) {
    const startMs = performance.now();
    const path = paths[index % paths.length] ?? '/auth/me';
    await fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }).then((answer) =>
      answer.text(),
    );
    tookMs.push(performance.now() - startMs);
    await sleep(intervalMs);
  }
  return tookMs;
}
