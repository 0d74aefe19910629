import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { Finding, Probe } from '@/lib/contracts/preflight';
import { AppError } from '@/lib/core/errors';
import { mintProbeTokens } from '@/lib/platform/livekit/room-tokens';
import { operatesServer } from './operates-server';
import { runChecks } from './run-checks';

/**
 * Runs the checks of this server and returns their findings.
 * @param host the name or address by which the actor's browser has reached this server
 * @throws AppError `not_found` if the actor's organization does not run this server
 */
export async function getPreflight(actor: Actor, host: string | null): Promise<Finding[]> {
  authorize(actor, 'system.read');
  await requireOperator(actor);
  return runChecks(host);
}

/**
 * Creates the credentials with which the actor's browser joins an empty room, and sends itself a picture there.
 * @param url LiveKit's address for that browser
 * @throws AppError like {@link getPreflight}
 */
export async function createProbe(actor: Actor, url: string): Promise<Probe> {
  authorize(actor, 'system.read');
  await requireOperator(actor);
  const { token, sourceToken } = mintProbeTokens();
  return { url, token, source_token: sourceToken };
}

async function requireOperator({ organizationId }: Actor): Promise<void> {
  if (!(await operatesServer(organizationId))) throw new AppError('not_found', 'This does not exist.');
}
