import { type SharedWall, storedWallSchema } from '@/lib/contracts/wall';

/** A camera that a link shows. */
interface SharedStream {
  id: string;
  participantIdentity: string;
}

/**
 * A directed wall as a link shows it: with the link's cameras alone, and nothing of the others. Everything in one view
 * until a director has shown something.
 * @param stored as the event has it
 */
export function sharedWall(stored: unknown, streams: readonly SharedStream[]): SharedWall {
  const wall = storedWallSchema.parse(stored);
  const identityOf = new Map(streams.map(({ id, participantIdentity }) => [id, participantIdentity]));
  return {
    layout: wall?.layout ?? 'auto',
    order: (wall?.order ?? []).flatMap((id) => identityOf.get(id) ?? []),
    hides_off: wall?.hides_off ?? false,
    solo: (wall?.solo && identityOf.get(wall.solo)) ?? null,
  };
}
