import type { ImportFault } from '@/lib/contracts/imports';
import { db } from '@/lib/platform/db/db';
import { removeImportFiles } from '@/lib/platform/storage/import-store';
import type { RecordingImport } from '@/prisma/generated/client';
import type { JobQueue } from '../exporter';
import type { Imported } from '../muxer/mux-task';
import { ImportError } from './import-error';
import { ImportJob } from './import-job';
import { removeImportedRecording } from './imported-files';

/** As of exports: a lease that is not renewed for so long is another exporter's to take. */
const leaseSeconds = 15;
/** An upload that has ended so many exporters is not tried again. */
const maxAttempts = 3;
const nameEnding = /(?<=.)\.[^.\s]{1,5}$/;

/** The uploads that are whole, as one exporter sees them. */
export class ImportQueue implements JobQueue<RecordingImport, Imported> {
  readonly name = 'uploads';
  readonly #owner: string;

  /** @param owner no other exporter has this name */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Takes the oldest upload that waits, or whose exporter is gone. @returns null if there is none */
  async claim(): Promise<RecordingImport | null> {
    await this.#giveUp();
    const rows = await db().$queryRaw<{ id: string }[]>`
      UPDATE recording_imports SET status = 'running', lease_owner = ${this.#owner}, attempts = attempts + 1,
        leased_until = now() + ${leaseSeconds} * interval '1 second', progress = 0
      WHERE id = (
        SELECT id FROM recording_imports
        WHERE status = 'waiting' OR (status = 'running' AND leased_until < now())
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING id`;
    const id = rows[0]?.id;
    return id ? db().recordingImport.findUnique({ where: { id } }) : null;
  }

  open(claimed: RecordingImport, signal: AbortSignal): ImportJob {
    return new ImportJob(claimed, signal);
  }

  async report({ id }: RecordingImport, progress: number): Promise<boolean> {
    const count = await db().$executeRaw`
      UPDATE recording_imports SET progress = ${progress}, leased_until = now() + ${leaseSeconds} * interval '1 second'
      WHERE id = ${id}::uuid AND lease_owner = ${this.#owner} AND status = 'running'`;
    return count > 0;
  }

  /** Makes the recording's row. @returns false where the upload was cancelled */
  async finish({ id, name }: RecordingImport, { startUs, durationUs, sizeBytes }: Imported): Promise<boolean> {
    const hasFinished = await db().$transaction(async (tx) => {
      const [row] = await tx.recordingImport.updateManyAndReturn({
        where: { id, leaseOwner: this.#owner, status: 'running' },
        data: { status: 'done', progress: 1, leaseOwner: null, leasedUntil: null, finishedAt: new Date() },
      });
      if (!row) return false;
      const { organizationId, eventId } = row;
      const startedAt = new Date(startUs / 1_000);
      const endedAt = new Date((startUs + durationUs) / 1_000);
      const cameraName = name.replace(nameEnding, '');
      await tx.recording.create({
        data: {
          ...{ id, organizationId, eventId, cameraName, startedAt, endedAt, sizeBytes: Math.round(sizeBytes) },
          // It was not filmed at the time that it stands at, so no other camera heard the same.
          soundHeardAt: new Date(),
        },
      });
      return true;
    });
    if (hasFinished) await removeImportFiles(id);
    return hasFinished;
  }

  async fail({ id }: RecordingImport, error: unknown): Promise<void> {
    const fault: ImportFault = error instanceof ImportError ? error.fault : 'cannot_read';
    const { count } = await db().recordingImport.updateMany({
      where: { id, leaseOwner: this.#owner, status: 'running' },
      data: { status: 'failed', fault, leaseOwner: null, leasedUntil: null, finishedAt: new Date() },
    });
    if (count > 0) await removeImportFiles(id);
  }

  /** Removes what was made, unless another exporter makes it by now. The upload stays for the next try. */
  async removeFiles({ id }: RecordingImport): Promise<void> {
    const row = await db().recordingImport.findUnique({ where: { id }, select: { leaseOwner: true } });
    if (row === null) await removeAll(id);
    else if (row.leaseOwner === this.#owner) await removeImportedRecording(id);
  }

  async release({ id, attempts }: RecordingImport): Promise<void> {
    await db().recordingImport.updateMany({
      where: { id, leaseOwner: this.#owner, status: 'running' },
      data: { status: 'waiting', leaseOwner: null, leasedUntil: null, attempts: attempts - 1 },
    });
  }

  async #giveUp(): Promise<void> {
    const given = await db().$queryRaw<{ id: string }[]>`
      UPDATE recording_imports SET status = 'failed', fault = 'gave_up', lease_owner = NULL, leased_until = NULL,
        finished_at = now()
      WHERE status = 'running' AND leased_until < now() AND attempts >= ${maxAttempts} RETURNING id`;
    for (const { id } of given) await removeAll(id);
  }
}

async function removeAll(id: string): Promise<void> {
  await removeImportFiles(id);
  await removeImportedRecording(id);
}
