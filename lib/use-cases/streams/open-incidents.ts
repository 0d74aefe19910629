import { alarmKinds, alarms } from '@/lib/contracts/alarms/alarm-kinds';
import { asSaid, readSentence } from '@/lib/contracts/catalogue/catalogue';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import type { OpenIncidentJson } from '@/lib/contracts/open-incidents';
import type { IncidentSeverity } from '@/lib/contracts/streams';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { nameOf } from '@/lib/use-cases/definers/record';
import { acknowledgeAlarm } from './acknowledge-alarm';
import { insertIncident } from './state/record-incident';

/** An older incident is for the history, and for reports. */
const openForHours = 24;
const maxShown = 20;
const codes = alarmKinds.map((kind) => alarms[kind].finding);

interface OpenRow {
  id: string;
  streamId: string;
  streamName: string;
  streamNumber: number;
  eventId: string;
  eventName: string;
  code: string;
  severity: IncidentSeverity;
  codedMessage: unknown;
  message: string;
  occurredAt: Date;
  times: number;
}

/** The alarms of the last day that nobody acknowledged, newest first: one row for each kind and camera. */
export const listOpenIncidents = defineUseCase(
  { action: 'incidents.read' },
  async ({ actor }): Promise<OpenIncidentJson[]> => {
    const rows = await db().$queryRaw<OpenRow[]>`
      SELECT open.*, s.name AS "streamName", s.number AS "streamNumber", s.event_id AS "eventId", e.name AS "eventName"
      FROM (
        SELECT DISTINCT ON (i.stream_id, i.code) i.id, i.stream_id AS "streamId", i.code, i.severity::text,
          i.coded_message AS "codedMessage", i.message, i.occurred_at AS "occurredAt",
          (count(*) OVER (PARTITION BY i.stream_id, i.code))::int AS times
        FROM streams own
        JOIN stream_incidents i ON i.stream_id = own.id
          AND i.occurred_at > now() - ${openForHours} * interval '1 hour' AND i.code = ANY(${codes})
        WHERE own.organization_id = ${actor.organizationId}::uuid
          AND NOT EXISTS (
            SELECT 1 FROM stream_incidents a
            WHERE a.stream_id = i.stream_id AND a.code = i.code || '_acknowledged' AND a.occurred_at >= i.occurred_at
          )
        ORDER BY i.stream_id, i.code, i.occurred_at DESC, i.id DESC
      ) AS open
      JOIN streams s ON s.id = open."streamId"
      JOIN events e ON e.id = s.event_id
      ORDER BY open."occurredAt" DESC, open.id DESC
      LIMIT ${maxShown}`;
    return rows.map((row) => ({
      id: row.id,
      type: 'open_incident',
      attributes: {
        stream_id: row.streamId,
        stream_name: row.streamName,
        stream_number: row.streamNumber,
        event_id: row.eventId,
        event_name: row.eventName,
        code: row.code,
        severity: row.severity,
        message: readSentence(row.codedMessage, row.message),
        occurred_at: row.occurredAt.toISOString(),
        times: row.times,
      },
    }));
  },
);

/**
 * Notes that the actor has seen an incident, and those of its kind before it, for all members. An alarm that goes on is
 * acknowledged as on its camera.
 * @throws AppError `not_found`
 */
export const acknowledgeIncident = defineUseCase(
  { action: 'streams.acknowledge', audit: 'streams.acknowledge' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const incident = await db().streamIncident.findFirst({
      where: { id, organizationId, code: { in: codes } },
      include: { stream: { select: { name: true, findings: true } } },
    });
    if (!incident) throw new AppError('not_found', 'This incident does not exist.');
    const { streamId, code, codedMessage, message, stream } = incident;
    const going = readFindings(stream.findings).find((finding) => finding.code === code);
    if (going) {
      await acknowledgeAlarm(actor, streamId, { code, since: going.since });
      return;
    }
    await db().$transaction(async (tx) => {
      const acknowledged = { streamId, code: `${code}_acknowledged`, occurredAt: { gte: incident.occurredAt } };
      if (await tx.streamIncident.findFirst({ where: acknowledged, select: { id: true } })) return;
      await record(tx, { id: streamId, name: stream.name, detail: `(${code})` });
      const by = await nameOf(actor, tx);
      const text = {
        code: 'acknowledged',
        figures: { by, problem: asSaid(readSentence(codedMessage, message)) },
      } as const;
      await insertIncident(tx, streamId, { code: `${code}_acknowledged`, severity: 'info', text });
    });
  },
);
