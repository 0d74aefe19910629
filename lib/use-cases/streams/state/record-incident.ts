import { type KnownText, sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { IncidentSeverity } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/** A new line of a stream's history. */
export interface Incident {
  code: string;
  severity: IncidentSeverity;
  text: KnownText;
}

const sameIncidentMs = 10_000;

/**
 * Adds an incident to a stream's history. The same code within ten seconds is one incident, so a device that keeps
 * trying does not fill the table. Does nothing for a stream that was deleted.
 */
export const recordIncident = defineSystem(
  'gateways, and use cases that know who asks',
  async (streamId: string, incident: Incident): Promise<void> => {
    const organizationId = await insertIncident(db(), streamId, incident);
    if (organizationId) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  },
);

/** Adds an incident in the caller's transaction, without publishing it. @returns null if nothing was added */
export const insertIncident = defineSystem(
  'gateways, and use cases that know who asks',
  async (
    client: Pick<Transaction, '$queryRaw'>,
    streamId: string,
    { code, severity, text }: Incident,
  ): Promise<string | null> => {
    const [added] = await client.$queryRaw<{ organizationId: string }[]>`
      INSERT INTO stream_incidents (id, stream_id, organization_id, code, severity, coded_message, message)
      SELECT ${newId()}::uuid, id, organization_id, ${code}, ${severity}::incident_severity,
        ${JSON.stringify(text)}::jsonb, ${sentenceOf(text)}
      FROM streams
      WHERE id = ${streamId}::uuid AND NOT EXISTS (
        SELECT 1 FROM stream_incidents
        WHERE stream_id = ${streamId}::uuid AND code = ${code}
          AND occurred_at > now() - ${sameIncidentMs} * interval '1 millisecond'
      )
      RETURNING organization_id AS "organizationId"`;
    return added?.organizationId ?? null;
  },
);
