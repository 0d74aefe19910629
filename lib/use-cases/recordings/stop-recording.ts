import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import { endRecording, notRecording } from '@/lib/use-cases/streams/state/recording-state';
import type { Stream } from '@/prisma/generated/client';
import { changeRecording } from './change-recording';

/** Records a stream no longer. Changes nothing where it is not recorded. @throws AppError `not_found` */
export async function stopRecording(actor: Actor, streamId: string): Promise<Stream> {
  authorize(actor, 'recordings.record');
  return changeRecording(actor.organizationId, streamId, async (tx, stream) => {
    if (stream.recordingId === null) return null;
    const { name: thingName } = stream;
    await record(actor, { action: 'recordings.stop', thingType: 'stream', thingId: streamId, thingName }, tx);
    await endRecording(tx, stream);
    return notRecording;
  });
}
