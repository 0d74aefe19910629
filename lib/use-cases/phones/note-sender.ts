import { deviceWords } from '@/lib/core/device-words';
import { db } from '@/lib/platform/db/db';

/** Keeps which program sends a camera by WHIP, for analytics. */
export async function noteSender(streamId: string, userAgent: string | undefined): Promise<void> {
  const sender = deviceWords(userAgent ?? null);
  const isOther = [{ sender: null }, { sender: { not: sender } }];
  await db().stream.updateMany({ where: { id: streamId, OR: isOther }, data: { sender } });
}
