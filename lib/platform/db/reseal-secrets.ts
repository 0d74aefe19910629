import { Prisma } from '@/prisma/generated/client';
import { livekitEnv } from '../env/livekit-env';
import { db } from './db';
import { sealedColumns } from './sealed-columns';

/** Kept answers may be many, and long. */
const rowsAtOnce = 200;

/**
 * Encrypts by the present secret what only the former one opens, so that it opens once the former one has ended. Each
 * process that seals calls this when it starts. Whatever one sealed before its restart is then sealed anew.
 */
export async function resealSecrets(): Promise<void> {
  if (!livekitEnv().LIVEKIT_API_SECRET_FORMER) return;
  for (const sealed of sealedColumns) await resealColumn(sealed);
}

async function resealColumn({ table, column, values, place }: (typeof sealedColumns)[number]): Promise<void> {
  const [from, name] = [Prisma.raw(table), Prisma.raw(column)];
  const id = place === undefined ? Prisma.sql`id` : Prisma.sql`${place}`;
  for (let after = ''; ; ) {
    const rows = await db().$queryRaw<{ id: string; sealed: string }[]>`
      SELECT ${id}::text AS id, ${name} AS sealed FROM ${from}
      WHERE ${name} IS NOT NULL AND ${id}::text > ${after} ORDER BY 1 LIMIT ${rowsAtOnce}`;
    for (const { id, sealed } of rows) {
      const resealed = values.reseal(id, sealed);
      if (resealed === null) continue;
      const isRow = place === undefined ? Prisma.sql`id = ${id}::uuid` : Prisma.sql`TRUE`;
      // One that has changed meanwhile is sealed by the present secret already.
      await db().$executeRaw`UPDATE ${from} SET ${name} = ${resealed} WHERE ${isRow} AND ${name} = ${sealed}`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}
