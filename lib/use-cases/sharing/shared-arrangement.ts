import { type SharedArrangement, storedArrangementSchema } from '@/lib/contracts/arrangement';

/** A camera that a link shows. */
interface SharedStream {
  id: string;
  participantIdentity: string;
}

/**
 * The director's arrangement as a link shows it: with the link's cameras alone, and nothing of the others. Everything in one view
 * until a director has shown something.
 * @param stored as the event has it
 */
export function sharedArrangement(stored: unknown, streams: readonly SharedStream[]): SharedArrangement {
  const shown = storedArrangementSchema.parse(stored);
  const identityOf = new Map(streams.map(({ id, participantIdentity }) => [id, participantIdentity]));
  return {
    layout: shown?.layout ?? 'auto',
    order: (shown?.order ?? []).flatMap((id) => identityOf.get(id) ?? []),
    hides_off: shown?.hides_off ?? false,
    solo: (shown?.solo && identityOf.get(shown.solo)) ?? null,
  };
}
