import type { UpdateStreamInput } from '@/lib/contracts/streams';
import type { Prisma, Stream } from '@/prisma/generated/client';

type SpareInput = Pick<UpdateStreamInput['stream'], 'spare_id' | 'spare_after_seconds'>;

/** The columns of a change of a camera's spare. */
export function spareColumns(
  before: Pick<Stream, 'spareId'>,
  { spare_id: spareId, spare_after_seconds: afterSeconds }: SpareInput,
): Prisma.StreamUpdateInput {
  const columns: Prisma.StreamUpdateInput = {};
  if (spareId !== undefined) columns.spare = spareId === null ? { disconnect: true } : { connect: { id: spareId } };
  if (spareId !== undefined && spareId !== before.spareId) {
    // An order about one spare is none about the next.
    columns.spareAsked = null;
    columns.spareAskedAt = null;
  }
  if (afterSeconds !== undefined) {
    columns.spareAfterMs = Math.round(afterSeconds * 1_000);
    columns.spareAfterSeconds = Math.ceil(afterSeconds);
  }
  return columns;
}

/** How long a camera has been without a picture when its spare takes its place. */
export const spareAfterMs = (stream: Pick<Stream, 'spareAfterMs' | 'spareAfterSeconds'>): number =>
  stream.spareAfterMs ?? stream.spareAfterSeconds * 1_000;
