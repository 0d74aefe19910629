import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import { endRecording, notRecording } from '@/lib/use-cases/streams/state/recording-state';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { changeEventRecording } from './change-event-recording';

/** Ends the recording of all cameras of an event. @returns the streams that were recorded. @throws AppError `not_found` */
export async function stopEventRecording(actor: Actor, eventId: string): Promise<Stream[]> {
  authorize(actor, 'recordings.record');
  return changeEventRecording(actor.organizationId, eventId, async (tx, { name: thingName }, streams) => {
    const changes = new Map<string, Prisma.StreamUpdateInput>();
    for (const stream of streams) {
      if (stream.recordingId === null) continue;
      await endRecording(tx, stream);
      changes.set(stream.id, notRecording);
    }
    if (changes.size > 0) {
      await record(actor, { action: 'recordings.stop_all', thingType: 'event', thingId: eventId, thingName }, tx);
    }
    return changes;
  });
}
