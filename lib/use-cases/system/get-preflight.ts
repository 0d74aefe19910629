import type { CheckResult, Probe } from '@/lib/contracts/preflight';
import { AppError } from '@/lib/core/errors';
import { mintProbeTokens } from '@/lib/platform/livekit/room-tokens';
import { operatesServer } from '@/lib/preflight/operator';
import { runChecks } from '@/lib/preflight/run-checks';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';

/**
 * Runs the checks of this server and returns their findings.
 * @param host the name or address by which the actor's browser has reached this server
 * @throws AppError `not_found` if the actor's organization does not run this server
 */
export const getPreflight = defineUseCase(
  { action: 'system.read' },
  async ({ actor }, host: string | null): Promise<CheckResult[]> => {
    await requireOperator(actor.organizationId);
    return runChecks(host);
  },
);

/**
 * Creates the credentials with which the actor's browser joins an empty room, and sends itself a picture there.
 * @param url LiveKit's address for that browser
 * @throws AppError like {@link getPreflight}
 */
export const createProbe = defineUseCase({ action: 'system.read' }, async ({ actor }, url: string): Promise<Probe> => {
  await requireOperator(actor.organizationId);
  const { token, sourceToken } = mintProbeTokens();
  return { url, token, source_token: sourceToken };
});

async function requireOperator(organizationId: string): Promise<void> {
  if (!(await operatesServer(organizationId))) throw new AppError('not_found', 'This does not exist.');
}
