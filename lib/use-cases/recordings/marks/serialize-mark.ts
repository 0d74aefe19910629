import type { MarkJson } from '@/lib/contracts/marks';
import type { EventMark } from '@/prisma/generated/client';

/** A mark as the API and the cable show it. */
export const serializeMark = ({ id, eventId, at, name, createdAt }: EventMark): MarkJson => ({
  id,
  type: 'mark',
  attributes: { event_id: eventId, at: at.toISOString(), name, created_at: createdAt.toISOString() },
});
