import { type FoundProblem, storedFinding } from '@/lib/contracts/catalogue/found-problem';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { recordIncident } from '@/lib/use-cases/streams/state/record-incident';

/** A gateway with room claims a stream within this time. */
const waitsMs = 3_000;
const problem = { code: 'no_room', figures: {} } as const;

/**
 * Notes on each unclaimed stream that is on why it does not start. A gateway without room calls this: another one with
 * room would have claimed the stream. The gateway that claims it later clears the finding, as does Off.
 * @returns the number of streams that did not say so yet
 */
export async function noteWaitingStreams(): Promise<{ noted: number }> {
  const found: FoundProblem = { ...problem, severity: 'warning', since: new Date().toISOString() };
  const noted = await db().$queryRaw<{ id: string; organizationId: string }[]>`
    UPDATE streams SET findings = ${JSON.stringify([storedFinding(found)])}::jsonb || findings
    WHERE status = 'provisioning' AND lease_owner IS NULL
      AND updated_at < now() - ${waitsMs} * interval '1 millisecond'
      AND NOT findings @> ${JSON.stringify([{ code: problem.code }])}::jsonb
    RETURNING id, organization_id AS "organizationId"`;
  for (const { id, organizationId } of noted) {
    const text = { code: 'problem_found', figures: { problem } } as const;
    await recordIncident(id, { code: problem.code, severity: 'warning', text });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
  }
  return { noted: noted.length };
}
