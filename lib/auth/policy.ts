import { type Action, roleMay } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import type { Actor } from './actor';

/** What an action is about: a row that belongs to an organization. */
interface Thing {
  organizationId: string;
}

/** Whether the actor's role allows the action, and the thing, if one is given, is of the actor's organization. */
export function can(actor: Actor, action: Action, thing?: Thing): boolean {
  return isOwn(actor, thing) && roleMay(actor.role, action);
}

/**
 * The same question as {@link can}, for a use case: the first thing it does.
 * @throws AppError `not_found` for a thing of another organization, `forbidden` for a role that may not do this
 */
export function authorize(actor: Actor, action: Action, thing?: Thing): void {
  if (!isOwn(actor, thing)) throw new AppError('not_found', 'This does not exist.');
  if (!can(actor, action, thing)) throw new AppError('forbidden', 'Your role does not allow this.');
}

/** Actors who see the same of every row: a member sees secrets, a viewer does not. */
export const audiences = ['viewer', 'member'] as const;
export type Audience = (typeof audiences)[number];

/** The audience that an actor belongs to. */
export const audienceOf = (actor: Actor): Audience => (can(actor, 'streams.read_secrets') ? 'member' : 'viewer');

const isOwn = (actor: Actor, thing: Thing | undefined): boolean =>
  thing === undefined || thing.organizationId === actor.organizationId;
