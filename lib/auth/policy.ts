import { AppError } from '@/lib/core/errors';
import { MembershipRole } from '@/prisma/generated/enums';
import type { Actor } from './actor';

const everyRole: readonly MembershipRole[] = Object.values(MembershipRole);

/** Which roles may do what: the only place that decides it. An action that is not in this table does not compile. */
const rolesByAction = {
  'account.read': everyRole,
  'account.update': everyRole,
  'account.change_password': everyRole,
  'account.log_out': everyRole,
  /** Of the actor's own auth sessions alone, like the next. */
  'auth_sessions.read': everyRole,
  'auth_sessions.end': everyRole,
  'events.read': everyRole,
  /** Join an event's room as a viewer. */
  'events.watch': everyRole,
  'events.create': everyRole,
  'events.update': everyRole,
  'events.delete': everyRole,
  'streams.read': everyRole,
  /** See stream keys, passphrases, pods and what arrives from a camera: makes an actor a member of the audience. */
  'streams.read_secrets': everyRole,
  'streams.create': everyRole,
  'streams.update': everyRole,
  'streams.delete': everyRole,
  'streams.start': everyRole,
  'streams.stop': everyRole,
  'streams.rotate_key': everyRole,
  'streams.rotate_view_key': everyRole,
  'incidents.read': everyRole,
  'metrics.read': everyRole,
  'presets.read': everyRole,
  'presets.create': everyRole,
  'presets.update': everyRole,
  'presets.delete': everyRole,
} as const satisfies Record<string, readonly MembershipRole[]>;

export type Action = keyof typeof rolesByAction;

/** Every action of the table. */
export const actions = Object.keys(rolesByAction) as Action[];

/** What an action is about: a row that belongs to an organization. */
interface Thing {
  organizationId: string;
}

/** Whether the actor's role allows the action, and the thing, if one is given, is of the actor's organization. */
export function can(actor: Actor, action: Action, thing?: Thing): boolean {
  return isOwn(actor, thing) && rolesByAction[action].includes(actor.role);
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
