import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { openBus } from '../bus/open-bus';
import { pingDatabase } from '../db/db';
import { processWide } from '../process-wide';

const state = () => processWide('readiness', () => ({ isDraining: false }));

/**
 * Tells load balancers that this process takes no new work, and gives them time to notice while it continues.
 * @param seconds how long that takes; 0 without load balancers
 */
export async function drain(seconds: number): Promise<void> {
  state().isDraining = true;
  await sleep(seconds * 1_000);
}

/** Checks that this process can take work now. @throws AppError `unavailable` with one sentence that says why not */
export async function requireReady(): Promise<void> {
  if (state().isDraining) throw new AppError('unavailable', 'This process is stopping.');
  await pingDatabase();
  const { isListening, isHearing } = openBus().health;
  if (!isListening) throw new AppError('unavailable', 'The bus between processes is not connected at the moment.');
  if (!isHearing) {
    const sentence = 'The bus between processes is connected, and brings no messages. The doctor says why.';
    throw new AppError('unavailable', sentence);
  }
}
