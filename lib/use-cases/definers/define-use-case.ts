import type { Actor } from '@/lib/auth/actor';
import { type ActorOf, authorize } from '@/lib/auth/policy';
import type { AuditAction } from '@/lib/contracts/organization/audit-trail';
import type { Action, SilentAction } from '@/lib/contracts/permissions';
import type { Transaction } from '@/lib/platform/db/db';
import { type AuditLine, recorderOf } from './record';

/** The declaration of a use case. An action that changes something does not compile without its audit lines. */
type Declaration<A extends Action, R extends AuditAction> = {
  /** The action that the policy is asked for before anything else. */
  action: A;
  /** The lines that it may add to the audit trail. */
  audit?: R | readonly [R, ...R[]];
} & (A extends SilentAction ? unknown : { audit: R | readonly [R, ...R[]] });

/** The first argument of a use case. */
interface Permitted<A extends Action, R extends AuditAction> {
  /** The actor that the policy has let in: a user where no API token may do the action. */
  actor: ActorOf<A>;
  /** Adds a line to the audit trail in the change's transaction: the first that is declared, unless it names another. */
  record: [R] extends [never] ? undefined : (tx: Transaction, line: AuditLine & { action?: R }) => Promise<void>;
}

/**
 * A use case that an actor calls: asks the policy for its action, then runs.
 * @param run gets the actor, then the use case's own arguments
 * @throws AppError `forbidden` to an actor without the right; what `run` throws
 */
export function defineUseCase<A extends Action, Args extends unknown[], Result, const R extends AuditAction = never>(
  { action, audit }: Declaration<A, R>,
  run: (permitted: Permitted<A, R>, ...args: Args) => Promise<Result>,
): (actor: Actor, ...args: Args) => Promise<Result> {
  const [declared] = [audit ?? []].flat() as R[];
  return async (actor, ...args) => {
    authorize(actor, action);
    const record =
      declared &&
      ((tx: Transaction, line: AuditLine & { action?: R }) =>
        recorderOf(actor)(tx, { ...line, action: line.action ?? declared }));
    return run({ actor, record } as Permitted<A, R>, ...args);
  };
}
