import type { AuditAction, AuditThingType } from '@/lib/contracts/audit';
import { newId } from '@/lib/core/id';
import { db, type Transaction } from '@/lib/platform/db/db';

/** Who acts, and from where; an Actor is one. */
interface Recorded {
  organizationId: string;
  userId: string;
  /** An IP address. */
  address?: string | undefined;
}

interface AuditedAction {
  action: AuditAction;
  thingType: AuditThingType;
  thingId: string;
  /** As it was before the action. */
  thingName?: string;
  /** The end of the sentence, such as “to Camera 2”. Never a secret. */
  detail?: string;
}

/**
 * Adds a line to the audit trail of the actor's organization, for use cases that have asked the policy.
 * @param tx the transaction of the change, wherever there is one: then neither is without the other
 */
export async function record(
  { organizationId, userId, address }: Recorded,
  { action, thingType, thingId, thingName, detail }: AuditedAction,
  tx: Transaction = db(),
): Promise<void> {
  // One statement: an audited change waits for the database once more, and no longer.
  await tx.$executeRaw`
    INSERT INTO audit_entries (
      id, organization_id, actor_type, actor_id, actor_name, action, thing_type, thing_id, thing_name, detail, address
    ) VALUES (
      ${newId()}::uuid, ${organizationId}::uuid, 'user', ${userId}::uuid,
      coalesce((SELECT concat_ws(' ', first_name, last_name) FROM users WHERE id = ${userId}::uuid), 'Somebody'),
      ${action}, ${thingType}, ${thingId}::uuid, ${thingName ?? null}, ${detail ?? null}, ${address || null}
    )`;
}
