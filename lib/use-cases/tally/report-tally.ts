import { isDeepStrictEqual } from 'node:util';
import type { ReportTallyInput, TallyInputJson } from '@/lib/contracts/tally/tally';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { Prisma } from '@/prisma/generated/client';
import { changeTally } from './change-tally';
import { readReport } from './serialize';
import { getTallySource, tallySourceNotFound } from './tally-sources';

type Reported = ReportTallyInput['tally'];

/**
 * Takes what a switcher of the actor's organization says of all its inputs. A report that says the same as the one before
 * only prolongs it.
 * @throws AppError `not_found`
 */
export const reportTally = defineUseCase(
  { action: 'tally.report' },
  async ({ actor }, id: string, { inputs, valid_for_ms: validForMs, problem }: Reported): Promise<void> => {
    const { organizationId } = actor;
    const source = await getTallySource(organizationId, id);
    const { eventId, delayMs } = source;
    const said: Said = { inputs: await withStreams(eventId, inputs), problem: problem ?? null, validForMs };
    const isSame = source.problem === said.problem && isDeepStrictEqual(readReport(source).inputs, said.inputs);
    if (isSame && (await prolong(id, said))) return;
    await changeTally({ organizationId, eventId, delayMs }, (tx) => save(tx, id, said));
  },
);

interface Said {
  inputs: TallyInputJson[];
  /** Why the switcher is not heard; null while it is. */
  problem: string | null;
  validForMs: number;
}

/**
 * As what a statement returns: its transaction does not wait for the disk. A report that is lost when the power fails is
 * repeated within a second.
 */
const withoutDisk = Prisma.sql`set_config('synchronous_commit', 'off', true)`;

/** @returns false where the source is silent for the others, or says something else by now */
async function prolong(id: string, { inputs, problem, validForMs }: Said): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    UPDATE tally_sources SET reported_at = now(), valid_until = now() + ${validForMs} * interval '1 millisecond'
    WHERE id = ${id}::uuid AND is_live AND inputs = ${JSON.stringify(inputs)}::jsonb
      AND problem IS NOT DISTINCT FROM ${problem} RETURNING ${withoutDisk}`;
  return rows.length > 0;
}

async function save(tx: Transaction, id: string, { inputs, problem, validForMs }: Said): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    UPDATE tally_sources SET reported_at = now(), valid_until = now() + ${validForMs} * interval '1 millisecond',
      is_live = true, problem = ${problem}, inputs = ${JSON.stringify(inputs)}::jsonb
    WHERE id = ${id}::uuid RETURNING ${withoutDisk}`;
  if (rows.length === 0) throw tallySourceNotFound();
}

/** Each input with the stream whose view key its address contains; the address itself, which may hold a password, is dropped. */
async function withStreams(eventId: string, inputs: Reported['inputs']): Promise<TallyInputJson[]> {
  const streams = inputs.some(({ address }) => address)
    ? await db().stream.findMany({
        where: { eventId, sourceKind: { not: 'program' } },
        select: { id: true, viewKey: true },
      })
    : [];
  return inputs.map(({ number, name, program, preview, address = '' }) => ({
    number,
    name,
    program,
    preview,
    stream_id: streams.find(({ viewKey }) => address.includes(viewKey))?.id ?? null,
  }));
}
