import { deviceWords } from '@/lib/core/device-words';
import { db } from '@/lib/platform/db/db';

/** Keeps which program sends a camera by WHIP, for analytics. */
export async function noteSender(streamId: string, userAgent: string | undefined): Promise<void> {
  const sender = deviceWords(userAgent ?? null);
  await db().stream.updateMany({ where: { id: streamId, NOT: { sender } }, data: { sender } });
}
