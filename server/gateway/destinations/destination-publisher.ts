import type { DestinationReport } from '@/lib/contracts/destination-tasks';
import type { StoredDestinationReport } from '@/lib/contracts/destinations';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';

/** Interval between publications of figures. Another state is published at once. */
const figuresIntervalMs = 2_000;

/** A stream that may be sent somewhere; the reconciler's StreamRuntime is one. */
export interface Sendable {
  readonly stream: { id: string };
  readonly isHeld: boolean;
  readonly vitals: { readonly report: Pick<WorkerReport, 'destinations'> | null };
}

export interface DestinationPublisherOptions {
  gatewayId: string;
  streams: { values(): Sendable[] };
}

/** Records and publishes how the destinations of this gateway's streams do. */
export class DestinationPublisher {
  readonly #options: DestinationPublisherOptions;
  readonly #published = new Map<string, { report: DestinationReport; atMs: number }>();

  constructor(options: DestinationPublisherOptions) {
    this.#options = options;
  }

  /** Records the reports that are news. To be called once a second. @returns the number of destinations */
  async publish(): Promise<{ destinations: number }> {
    const { gatewayId, streams } = this.#options;
    const atMs = performance.now();
    const reports = streams
      .values()
      .flatMap(({ isHeld, vitals }) => (isHeld ? (vitals.report?.destinations ?? []) : []));
    const ids = new Set(reports.map(({ id }) => id));
    for (const id of this.#published.keys()) if (!ids.has(id)) this.#published.delete(id);
    for (const report of reports) {
      if (!this.#isNews(report, atMs)) continue;
      try {
        await recordReport(gatewayId, report);
        this.#published.set(report.id, { report, atMs });
      } catch (error) {
        log.warn({ err: error, destinationId: report.id }, 'destinations: a state is not recorded; will retry');
      }
    }
    return { destinations: reports.length };
  }

  #isNews(report: DestinationReport, atMs: number): boolean {
    const known = this.#published.get(report.id);
    if (!known) return true;
    const isSame = (['revision', 'state', 'cause', 'detail', 'isProven'] as const).every(
      (field) => known.report[field] === report[field],
    );
    return !isSame || (report.state === 'live' && atMs - known.atMs >= figuresIntervalMs);
  }
}

/**
 * Records a report, unless the destination has begun anew or another gateway holds its stream. The stream is locked first,
 * as by whoever deletes it, because the history that a trigger writes refers to it.
 */
async function recordReport(gatewayId: string, report: DestinationReport): Promise<void> {
  const { id, stateMs, isProven, ...rest } = report;
  const stateSince = new Date(Date.now() - stateMs).toISOString();
  const stored: StoredDestinationReport = Object.assign(rest, { stateSince });
  const [row] = await db().$queryRaw<{ organizationId: string }[]>`
    UPDATE destinations SET report = ${JSON.stringify(stored)}::jsonb, is_proven = is_proven OR ${isProven}
    FROM (
      SELECT id FROM streams
      WHERE lease_owner = ${gatewayId} AND id = (SELECT stream_id FROM destinations WHERE id = ${id}::uuid)
      FOR KEY SHARE
    ) AS stream
    WHERE destinations.id = ${id}::uuid AND revision = ${rest.revision} AND is_on AND stream.id = stream_id
    RETURNING destinations.organization_id AS "organizationId"`;
  if (!row) return;
  await openBus().publish({
    type: 'destination_upsert',
    organizationId: row.organizationId,
    destinationId: id,
  });
}
