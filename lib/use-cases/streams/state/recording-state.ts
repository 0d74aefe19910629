import type { z } from 'zod';
import { newRecorderState, type storedRecorderSchema } from '@/lib/contracts/recordings';
import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import { Prisma, type Stream } from '@/prisma/generated/client';

/** A stream's row without a recording. */
export const notRecording = { recordingId: null, recorder: Prisma.DbNull } satisfies Prisma.StreamUpdateInput;

/**
 * Begins a recording of a stream whose row is locked.
 * @returns what to write into the row
 */
export async function beginRecording(
  tx: Transaction,
  { id: streamId, organizationId, eventId, name }: Stream,
): Promise<Pick<Prisma.StreamUpdateInput, 'recordingId' | 'recorder'>> {
  const before = await tx.recording.findFirst({ where: { streamId }, orderBy: { startedAt: 'desc' } });
  const offsetMs = before?.offsetMs ?? 0;
  const data = { id: newId(), organizationId, eventId, streamId, cameraName: name, offsetMs };
  const { id, startedAt } = await tx.recording.create({ data });
  const recorder: z.infer<typeof storedRecorderSchema> = {
    startedAt: startedAt.toISOString(),
    ...newRecorderState,
    upload: null,
  };
  return { recordingId: id, recorder };
}

/** Ends the recording of a stream whose row is locked, if there is one; the row is to get {@link notRecording}. */
export async function endRecording(tx: Transaction, { recordingId }: Pick<Stream, 'recordingId'>): Promise<void> {
  if (recordingId === null) return;
  await tx.recording.updateMany({ where: { id: recordingId, endedAt: null }, data: { endedAt: new Date() } });
}
