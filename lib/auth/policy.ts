import { type Action, accessMay, roleMay, type TokenAction } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import type { Actor, UserActor } from './actor';

/** The object of an action: a row that belongs to an organization. */
interface Thing {
  organizationId: string;
}

/** The actors that may do an action: users, and API tokens if any access allows it. */
export type ActorOf<A extends Action> = A extends TokenAction ? Actor : UserActor;

/** Whether the actor may do the action, and the thing, if given, belongs to the actor's organization. */
export function can(actor: Actor, action: Action, thing?: Thing): boolean {
  const isAllowed = actor.access === undefined ? roleMay(actor.role, action) : accessMay(actor.access, action);
  return isAllowed && isOwn(actor, thing);
}

/**
 * Asks {@link can} on behalf of a use case, as its first step. Narrows the actor to a user if no API token may do the
 * action.
 * @throws AppError `not_found` for a thing of another organization; `forbidden` without the right
 */
export function authorize<A extends Action>(actor: Actor, action: A, thing?: Thing): asserts actor is ActorOf<A> {
  if (!isOwn(actor, thing)) throw new AppError('not_found', 'This does not exist.');
  if (!can(actor, action, thing)) throw new AppError('forbidden', refusalOf(actor, action));
}

function refusalOf({ access }: Actor, action: Action): string {
  if (access === undefined) return 'Your role does not allow this.';
  return accessMay('write', action)
    ? 'This API token may only read: use one that may write.'
    : 'No API token can do this: it takes a person who is signed in.';
}

/** Actors who see the same of every row: a member sees secrets, a viewer does not. */
export const audiences = ['viewer', 'member'] as const;
export type Audience = (typeof audiences)[number];

/** The audience that an actor belongs to. */
export const audienceOf = (actor: Actor): Audience => (can(actor, 'streams.read_secrets') ? 'member' : 'viewer');

const isOwn = (actor: Actor, thing: Thing | undefined): boolean =>
  thing === undefined || thing.organizationId === actor.organizationId;
