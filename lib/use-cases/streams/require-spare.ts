import { sourceKinds } from '@/lib/contracts/source-kinds';
import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import type { Stream } from '@/prisma/generated/client';

type Camera = Pick<Stream, 'id' | 'eventId' | 'sourceKind'>;

/**
 * The camera that is to take the place of another one. The caller holds the event's lock.
 * @throws AppError `not_found` for a camera of another event; `invalid_input` for the camera itself, for one whose place it
 *   takes, for a program, and where the camera can have none
 */
export async function requireSpare(tx: Transaction, camera: Camera, spareId: string): Promise<Pick<Stream, 'name'>> {
  if (spareId === camera.id) throw refused('A camera cannot be its own spare.');
  await requireEventStreams(tx, camera.eventId, [spareId], 'The event does not have this camera.');
  if (!sourceKinds[camera.sourceKind].canHaveSpare) {
    throw refused(
      camera.sourceKind === 'program'
        ? 'The program has a rule of its own for a camera that is lost: see Tally.'
        : 'A phone’s viewers watch its own picture, so that it can have no spare. It can be the spare of another camera.',
    );
  }
  const spare = await tx.stream.findUniqueOrThrow({ where: { id: spareId }, select: { name: true, sourceKind: true } });
  if (spare.sourceKind === 'program') throw refused('The program shows the event’s cameras, and is no spare for one.');
  // A spare may have a spare, as long as that leads to no circle.
  const [circle] = await tx.$queryRaw<unknown[]>`
    WITH RECURSIVE chain AS (
      SELECT id, spare_stream_id FROM streams WHERE id = ${spareId}::uuid
      UNION
      SELECT streams.id, streams.spare_stream_id FROM streams JOIN chain ON streams.id = chain.spare_stream_id
    )
    SELECT 1 FROM chain WHERE id = ${camera.id}::uuid`;
  if (circle) throw refused(`“${spare.name}” has this camera as its spare already, itself or through another one.`);
  return spare;
}

const refused = (message: string) =>
  new AppError('invalid_input', message, { details: { 'stream.spare_id': [message] } });
