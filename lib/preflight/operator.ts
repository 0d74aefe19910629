import { db, type Transaction } from '@/lib/platform/db/db';
import { operatorEnv } from '@/lib/platform/env/operator-env';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Finds the organization that runs this server: the one that OPERATOR_ORGANIZATION names. Without that setting it is the
 * oldest, which was created to set the server up.
 * @returns null where nobody has signed up yet, or the setting names no organization
 */
export async function findOperator(tx: Transaction = db()): Promise<{ id: string; name: string } | null> {
  const { OPERATOR_ORGANIZATION: id } = operatorEnv();
  const select = { id: true, name: true };
  if (id !== undefined) return tx.organization.findUnique({ where: { id }, select });
  // Ids are ordered by time.
  return tx.organization.findFirst({ orderBy: { id: 'asc' }, select });
}

/** Whether an organization runs this server, for use cases that have asked the policy. */
export const isOperator = async (organizationId: string, tx: Transaction = db()): Promise<boolean> =>
  (await findOperator(tx))?.id === organizationId;

/**
 * Whether an organization runs this server and may see its page System. All others learn nothing of the server's
 * internals. For use cases that have asked the policy.
 */
export async function operatesServer(organizationId: string, tx: Transaction = db()): Promise<boolean> {
  return webEnv().SYSTEM_PAGE !== 'off' && (await isOperator(organizationId, tx));
}
