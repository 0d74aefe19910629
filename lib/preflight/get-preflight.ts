import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { Finding, Probe } from '@/lib/contracts/preflight';
import { AppError } from '@/lib/core/errors';
import { mintProbeToken } from '@/lib/platform/livekit/room-tokens';
import { operatesServer } from './operates-server';
import { runChecks } from './run-checks';

/**
 * What is wrong with this server.
 * @throws AppError `not_found` where the actor's organization does not run it
 */
export async function getPreflight(actor: Actor): Promise<Finding[]> {
  authorize(actor, 'system.read');
  await requireOperator(actor);
  return runChecks();
}

/**
 * What the actor's browser needs to join an empty room.
 * @param url where that browser reaches LiveKit
 * @throws AppError like {@link getPreflight}
 */
export async function createProbe(actor: Actor, url: string): Promise<Probe> {
  authorize(actor, 'system.read');
  await requireOperator(actor);
  return { url, token: mintProbeToken() };
}

async function requireOperator({ organizationId }: Actor): Promise<void> {
  if (!(await operatesServer(organizationId))) throw new AppError('not_found', 'This does not exist.');
}
