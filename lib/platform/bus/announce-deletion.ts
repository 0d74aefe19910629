import { openBus } from './open-bus';

/** Announces that cameras and their events are gone, so that the cameras' workers end. */
export async function announceDeletion(
  organizationId: string,
  streams: { id: string }[],
  events: { id: string }[],
): Promise<void> {
  for (const { id: streamId } of streams) {
    await openBus().publish({ type: 'stream_remove', organizationId, streamId });
  }
  for (const { id: eventId } of events) {
    await openBus().publish({ type: 'event_remove', organizationId, eventId });
  }
}
