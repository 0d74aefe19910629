import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { getRecording } from './get-recording';

/** An address from which a browser takes a recording away as one file. @throws AppError `not_found` */
export async function makeDownload(actor: Actor, id: string): Promise<string> {
  authorize(actor, 'recordings.export');
  const { cameraName: thingName } = await getRecording(actor, id);
  await db().$transaction((tx) =>
    record(actor, { action: 'recordings.export', thingType: 'recording', thingId: id, thingName }, tx),
  );
  return `/recordings/${id}/download?token=${mintRecordingToken(id, 'download')}`;
}
