import { db, type Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { findOperator } from './find-operator';

/**
 * Whether an organization runs this server and may see its page System. All others learn nothing of the server's
 * internals. For use cases that have asked the policy.
 */
export async function operatesServer(organizationId: string, tx: Transaction = db()): Promise<boolean> {
  if (webEnv().SYSTEM_PAGE === 'off') return false;
  return (await findOperator(tx))?.id === organizationId;
}
