import { pullFaultWords } from '@/lib/contracts/catalogue/pull-fault-words';
import { maskPullAddress, readPullAddress } from '@/lib/contracts/pull-address';
import {
  type CreatePullTryInput,
  type PullTryJson,
  pullFindingSchema,
  pullTryTimeoutMs,
} from '@/lib/contracts/pull-try';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { refusedPasswords } from '@/lib/platform/limits/refused-passwords';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { PullTry } from '@/prisma/generated/client';
import { readAllowedAddress } from './pull-columns';

/** More is a search for what listens where, and no camera's set-up. */
const perOrganization = new RateLimit({ name: 'pull_tries', uses: 60, windowSeconds: 10 * 60 });

/**
 * Has a gateway try an address, one at a time for each organization.
 * @throws AppError `invalid_input` for an address that may not be pulled, `conflict` while another is tried
 * @throws AppError `too_many_requests`, also for a camera that has just refused a password
 */
export const createPullTry = defineUseCase(
  { action: 'pull_tries.create', audit: 'pull_tries.create' },
  async ({ actor, record }, { address: text }: CreatePullTryInput['pull_try']): Promise<PullTry> => {
    const { organizationId } = actor;
    refuseUsedUp(await perOrganization.use(organizationId), 'Too many addresses were tried.');
    const parts = readPullAddress(text);
    if (typeof parts === 'string') throw new AppError('invalid_input', parts);
    const lockOut = 'This camera has just refused a password, and would lock the user out.';
    refuseUsedUp(await refusedPasswords.check(parts), lockOut);
    const made = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const { address, isOperators } = await readAllowedAddress(tx, organizationId, text);
      const before = await tx.pullTry.findUnique({ where: { organizationId } });
      if (before && isRunning(before)) {
        throw new AppError('conflict', 'Another address is being tried. Wait until that has ended.');
      }
      const id = newId();
      await record(tx, { id: organizationId, name: maskPullAddress(address) });
      await tx.pullTry.deleteMany({ where: { organizationId } });
      const target = pullTargets.seal(id, { address: text.trim(), isOperators });
      return tx.pullTry.create({ data: { organizationId, id, target } });
    });
    await openBus().publish({ type: 'pull_try', tryId: made.id });
    return made;
  },
);

/** The last try of the actor's organization; null before the first. */
export const findPullTry = defineUseCase(
  { action: 'pull_tries.read' },
  ({ actor: { organizationId } }): Promise<PullTry | null> => db().pullTry.findUnique({ where: { organizationId } }),
);

/** A try as members see it: without its address. */
export function serializePullTry(row: PullTry): PullTryJson {
  const { data: finding } = pullFindingSchema.safeParse(row.finding);
  const fault = finding ? finding.fault : isRunning(row) ? null : 'no_answer';
  const words = fault === null ? null : fault === 'no_answer' ? noAnswerWords : pullFaultWords[fault];
  const { codec, sampleRateHz = null, channels = null } = finding?.audio ?? {};
  return {
    id: row.id,
    type: 'pull_try',
    attributes: {
      state: fault !== null ? 'failed' : finding ? 'found' : 'trying',
      fault,
      problem: words?.sentence ?? null,
      // The address is not in them yet.
      fix: words?.fix.replace(' in the connection details', '') ?? null,
      video: finding?.video ?? null,
      audio: codec === undefined ? null : { codec, sample_rate_hz: sampleRateHz, channels },
      picture: finding?.picture ?? null,
    },
  };
}

const noAnswerWords = {
  sentence: 'No gateway has tried the address.',
  fix: 'Try again. If it stays so, whoever runs this server has to look at its gateways.',
};

const isRunning = ({ finding, createdAt }: PullTry): boolean =>
  finding === null && Date.now() - createdAt.getTime() < pullTryTimeoutMs;
