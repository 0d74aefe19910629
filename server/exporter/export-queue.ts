import type { ExportFault, StoredExportFile } from '@/lib/contracts/exports';
import { lifetimes } from '@/lib/contracts/limits';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { listExportFolders, removeOldExports } from '@/lib/platform/storage/export-folder';
import { removeExportFiles } from '@/lib/platform/storage/export-store';
import type { RecordingExport } from '@/prisma/generated/client';
import { ExportError } from './export-error';
import { ExportJob } from './export-job';
import type { JobQueue } from './exporter';

/** A lease that is not renewed for so long is another exporter's to take. */
const leaseSeconds = 15;
/** An export that has ended so many exporters is not tried again. */
const maxAttempts = 3;

/** The queue of exports in Postgres, as one exporter sees it. */
export class ExportQueue implements JobQueue<RecordingExport, StoredExportFile[]> {
  readonly name = 'exports';
  readonly #owner: string;

  /** @param owner no other exporter has this name */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /**
   * Takes an export that waits, or whose exporter is gone: the oldest one of the organization whose last turn was longest
   * ago. @returns null if there is none
   */
  async claim(): Promise<RecordingExport | null> {
    await this.#giveUp();
    const rows = await db().$queryRaw<{ id: string }[]>`
      WITH next AS (
        SELECT waiting.id, waiting.organization_id FROM recording_exports waiting
        JOIN organizations ON organizations.id = waiting.organization_id
        WHERE waiting.status = 'waiting' OR (waiting.status = 'running' AND waiting.leased_until < now())
        ORDER BY organizations.export_begun_at NULLS FIRST, waiting.created_at, waiting.id
        LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED
      ), turn AS (
        UPDATE organizations SET export_begun_at = now() FROM next WHERE organizations.id = next.organization_id
      )
      UPDATE recording_exports SET status = 'running', lease_owner = ${this.#owner}, attempts = attempts + 1,
        leased_until = now() + ${leaseSeconds} * interval '1 second', progress = 0, remaining_ms = NULL
      FROM next WHERE recording_exports.id = next.id RETURNING recording_exports.id`;
    const id = rows[0]?.id;
    const claimed = id ? await db().recordingExport.findUnique({ where: { id } }) : null;
    if (claimed) await this.#announce(claimed);
    return claimed;
  }

  /** Renews the lease and tells how far it is. @returns false where the export was cancelled, or is another's by now */
  async report(claimed: RecordingExport, progress: number, remainingMs: number | null): Promise<boolean> {
    const count = await db().$executeRaw`
      UPDATE recording_exports SET progress = ${progress}, remaining_ms = ${remainingMs},
        leased_until = now() + ${leaseSeconds} * interval '1 second'
      WHERE id = ${claimed.id}::uuid AND lease_owner = ${this.#owner} AND status = 'running'`;
    if (count > 0) await this.#announce(claimed);
    return count > 0;
  }

  /** @returns false where the export was cancelled: its files are of no use */
  async finish(claimed: RecordingExport, files: StoredExportFile[]): Promise<boolean> {
    const sizeBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return this.#end(claimed, { status: 'done', progress: 1, remainingMs: 0, files, sizeBytes });
  }

  open(claimed: RecordingExport, signal: AbortSignal): ExportJob {
    return new ExportJob(claimed, signal);
  }

  async fail(claimed: RecordingExport, error: unknown): Promise<void> {
    const fault = error instanceof ExportError ? error.fault : 'cannot_read';
    await this.#end(claimed, { status: 'failed', fault, remainingMs: null });
  }

  /** Removes the files of an export, unless another exporter has it: then they are the other's. */
  async removeFiles({ id }: RecordingExport): Promise<void> {
    const row = await db().recordingExport.findUnique({ where: { id }, select: { leaseOwner: true } });
    if (row === null || row.leaseOwner === this.#owner) await removeExportFiles(id);
  }

  /** Puts an export back, since this process is asked to stop. */
  async release(claimed: RecordingExport): Promise<void> {
    const { count } = await db().recordingExport.updateMany({
      where: { id: claimed.id, leaseOwner: this.#owner, status: 'running' },
      data: { status: 'waiting', leaseOwner: null, leasedUntil: null, attempts: claimed.attempts - 1 },
    });
    if (count > 0) await this.#announce(claimed);
  }

  /** Removes exports that are a day old, and files that no export names any more. @returns the number of each */
  async removeExpired(): Promise<{ expired: number; strayed: number }> {
    const expired = await db().recordingExport.findMany({
      where: { finishedAt: { lt: new Date(Date.now() - lifetimes.exportFiles) } },
      select: { id: true, organizationId: true },
    });
    for (const { id, organizationId } of expired) {
      await removeExportFiles(id);
      await db().recordingExport.deleteMany({ where: { id } });
      await openBus().publish({ type: 'export_remove', organizationId, exportId: id });
    }
    const folders = await listExportFolders();
    const known = await db().recordingExport.findMany({ where: { id: { in: folders } }, select: { id: true } });
    const ids = new Set(known.map(({ id }) => id));
    const strayed = folders.filter((id) => !ids.has(id));
    for (const id of strayed) await removeExportFiles(id);
    const old = await removeOldExports(Date.now() - 2 * lifetimes.exportFiles);
    return { expired: expired.length, strayed: strayed.length + old };
  }

  async #end(
    { id, organizationId }: RecordingExport,
    data: {
      status: 'done' | 'failed';
      progress?: number;
      remainingMs: number | null;
      files?: StoredExportFile[];
      sizeBytes?: number;
      fault?: ExportFault;
    },
  ): Promise<boolean> {
    const { count } = await db().recordingExport.updateMany({
      where: { id, leaseOwner: this.#owner, status: 'running' },
      data: { ...data, leaseOwner: null, leasedUntil: null, finishedAt: new Date() },
    });
    if (count > 0) await this.#announce({ id, organizationId });
    return count > 0;
  }

  async #giveUp(): Promise<void> {
    const given = await db().$queryRaw<{ id: string; organizationId: string }[]>`
      UPDATE recording_exports SET status = 'failed', fault = 'gave_up', lease_owner = NULL, leased_until = NULL,
        finished_at = now(), remaining_ms = NULL
      WHERE status = 'running' AND leased_until < now() AND attempts >= ${maxAttempts}
      RETURNING id, organization_id AS "organizationId"`;
    for (const row of given) await this.#announce(row);
  }

  #announce({ id, organizationId }: Pick<RecordingExport, 'id' | 'organizationId'>): Promise<void> {
    return openBus().publish({ type: 'export_upsert', organizationId, exportId: id });
  }
}
