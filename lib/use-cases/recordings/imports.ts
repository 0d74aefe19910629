import {
  type CreateImportInput,
  type ImportJson,
  importFaultSchema,
  importFaults,
  importStatusSchema,
  maxImportSeconds,
} from '@/lib/contracts/imports';
import { hourMs, secondMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { requireNotPaused } from '@/lib/platform/db/installation';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { webEnv } from '@/lib/platform/env/web-env';
import { removeImportFiles, requireImportStorage, writeImportBytes } from '@/lib/platform/storage/import-store';
import { requireRecordingStorage } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { readRecordingRoom } from '@/lib/use-cases/plans/plan-limits';
import type { Event, RecordingImport } from '@/prisma/generated/client';

/** Uploads of an organization that have not ended; each takes its disk. */
const maxUnfinished = 5;
const unfinished = ['receiving', 'waiting', 'running'];
const bytesPerGb = 1_000_000_000;
/** A recording may be larger than its file, whose codec may be a better one. */
const maxGrowth = 2;

/** An upload of an organization, and its event, for use cases that have asked. @throws AppError `not_found` */
async function findImport(organizationId: string, id: string): Promise<RecordingImport & { event: Event }> {
  const found = await db().recordingImport.findFirst({ where: { id, organizationId }, include: { event: true } });
  if (!found) throw importNotFound();
  return found;
}

/** The one error for an upload that does not exist, is removed, or belongs to another organization. */
const importNotFound = () => new AppError('not_found', 'This upload does not exist any more.');

/** How far an upload is. @throws AppError `not_found` */
export const getImport = defineUseCase(
  { action: 'imports.read' },
  ({ actor }, id: string): Promise<RecordingImport> => findImport(actor.organizationId, id),
);

/**
 * Begins an upload, whose bytes {@link addImportBytes} brings.
 * @throws AppError `not_found`; `limit_reached` for a file that is too large; `conflict` without storage, or while paused
 */
export const createImport = defineUseCase(
  { action: 'imports.create', audit: 'imports.create' },
  async (
    { actor, record },
    eventId: string,
    { name, size_bytes: sizeBytes }: CreateImportInput['import'],
  ): Promise<RecordingImport> => {
    requireRecordingStorage();
    requireImportStorage();
    const { organizationId } = actor;
    const event = await getEvent(actor, eventId);
    const { UPLOAD_MAX_GB: maxGb } = webEnv();
    if (sizeBytes > maxGb * bytesPerGb) {
      throw limitReached(`A file may have ${maxGb} GB. Cut it, or export it with a lower bitrate.`);
    }
    return db().$transaction(async (tx) => {
      await requireNotPaused('Uploading', tx);
      await lockOrganization(tx, organizationId);
      const others = await tx.recordingImport.aggregate({
        where: { organizationId, status: { in: unfinished } },
        _count: true,
        _sum: { sizeBytes: true },
      });
      if (others._count >= maxUnfinished) {
        throw limitReached(`${maxUnfinished} files are being uploaded: wait for one of them, or cancel it.`);
      }
      const room = await readRecordingRoom(tx, organizationId);
      const left = (room.bytes ?? Number.POSITIVE_INFINITY) - Number(others._sum.sizeBytes ?? 0);
      if (sizeBytes > left) throw limitReached(room.sentence);
      await record(tx, { id: eventId, name: event.name });
      return tx.recordingImport.create({
        data: {
          ...{ id: newId(), organizationId, eventId, name, sizeBytes },
          maxBytes: Math.floor(Math.min(maxGb * bytesPerGb * maxGrowth, left)),
          maxSeconds: Math.floor(
            Math.min(maxImportSeconds, ((room.hours ?? Number.POSITIVE_INFINITY) * hourMs) / secondMs),
          ),
        },
      });
    });
  },
);

/**
 * Stores the next bytes of an upload. The last ones have it converted.
 * @throws AppError `not_found`; `conflict` for bytes from elsewhere, more than the file has, or where the disk is full
 */
export const addImportBytes = defineUseCase(
  { action: 'imports.create', audit: 'imports.receive' },
  async ({ actor, record }, id: string, offset: number, bytes: Buffer): Promise<RecordingImport> => {
    const { organizationId } = actor;
    const { status, receivedBytes, sizeBytes, eventId, event } = await findImport(organizationId, id);
    const received = Number(receivedBytes);
    if (status !== 'receiving' || offset !== received) {
      throw new AppError('conflict', `The upload has ${received} bytes. Go on from there.`);
    }
    const after = offset + bytes.length;
    if (after > Number(sizeBytes)) throw new AppError('conflict', 'The upload has more bytes than its file.');
    await writeImportBytes(id, offset, bytes).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
      throw new AppError('conflict', 'The server’s disk has no room for the file.', { cause: error });
    });
    const isWhole = after === Number(sizeBytes);
    const hasTaken = await db().$transaction(async (tx) => {
      const { count } = await tx.recordingImport.updateMany({
        where: { id, organizationId, status, receivedBytes },
        data: { receivedBytes: after, receivedAt: new Date(), ...(isWhole && { status: 'waiting' }) },
      });
      if (count > 0 && isWhole) await record(tx, { id: eventId, name: event.name });
      return count > 0;
    });
    if (!hasTaken) await removeStray(organizationId, id);
    if (hasTaken && isWhole) await openBus().publish({ type: 'import_ready', importId: id });
    return findImport(organizationId, id);
  },
);

/** Bytes that came while their upload was cancelled. */
async function removeStray(organizationId: string, id: string): Promise<void> {
  const row = await db().recordingImport.findFirst({ where: { id, organizationId }, select: { id: true } });
  if (!row) await removeImportFiles(id);
}

/** Cancels an upload, or forgets one that has ended. A recording that it has become stays. @throws AppError `not_found` */
export const deleteImport = defineUseCase(
  { action: 'imports.delete', audit: 'imports.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const { eventId, event } = await findImport(organizationId, id);
    await db().$transaction(async (tx) => {
      const [deleted] = await tx.$queryRaw<{ status: string }[]>`
        DELETE FROM recording_imports WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid
        RETURNING status`;
      if (!deleted) throw importNotFound();
      // An exporter that dies now may have moved the recording's files into their place already.
      if (deleted.status === 'running') {
        await tx.recordingRemoval.createMany({ data: [{ recordingId: id }], skipDuplicates: true });
      }
      await record(tx, { id: eventId, name: event.name });
    });
    await removeImportFiles(id);
  },
);

/** An upload as the API shows it. */
export function serializeImport(row: RecordingImport): ImportJson {
  const status = importStatusSchema.parse(row.status);
  const fault = row.fault === null ? null : importFaultSchema.parse(row.fault);
  return {
    id: row.id,
    type: 'import',
    attributes: {
      event_id: row.eventId,
      name: row.name,
      size_bytes: Number(row.sizeBytes),
      received_bytes: Number(row.receivedBytes),
      status,
      progress: row.progress,
      fault,
      message: fault && importFaults[fault],
      recording_id: status === 'done' ? row.id : null,
      created_at: row.createdAt.toISOString(),
    },
  };
}
