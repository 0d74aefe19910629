import { db } from '@/lib/platform/db/db';

/** Sets how often a limit has been used by a key, for the next minute; this process must not have seen it used up. */
export async function setUses(limit: string, key: string, uses: number): Promise<void> {
  const row = { key: `${limit}:${key}`, points: uses, expire: BigInt(Date.now() + 60_000) };
  await db().rateLimit.upsert({ where: { key: row.key }, create: row, update: row });
}
