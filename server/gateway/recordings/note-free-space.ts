import { mkdir } from 'node:fs/promises';
import { db } from '@/lib/platform/db/db';
import { readFreeSpace } from '@/lib/platform/storage/free-space';

/** Has everybody know how much of this gateway's disk is free for recordings. @throws Error of the disk or of Prisma */
export async function noteFreeSpace(gatewayId: string, directory: string): Promise<{ percent: number }> {
  await mkdir(directory, { recursive: true });
  const { percent } = await readFreeSpace(directory);
  await db().$executeRaw`
    UPDATE gateways SET recordings_free_percent = ${percent}
    WHERE id = ${gatewayId} AND recordings_free_percent IS DISTINCT FROM ${percent}`;
  return { percent };
}
