// Without zod: screens load this.

/** What a user is in an organization; each may do what the next one may, and more. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

const members = ['owner', 'admin', 'member'] as const;
const admins = ['owner', 'admin'] as const;
const owners = ['owner'] as const;

/**
 * Which roles may do what: the only place that decides it, for the API, the cable, room tokens and the screens. An action
 * that is not in this table does not compile.
 */
const rolesByAction = {
  'account.read': roles,
  'account.update': roles,
  'account.change_password': roles,
  'account.log_out': roles,
  /** Go on in another organization of the user's. */
  'account.switch': roles,
  /** Of the actor's own auth sessions alone, like the next. */
  'auth_sessions.read': roles,
  'auth_sessions.end': roles,
  'events.read': roles,
  /** Join an event's room as a viewer. */
  'events.watch': roles,
  'events.create': members,
  'events.update': members,
  'events.delete': members,
  'streams.read': roles,
  /** See stream keys, passphrases, pods and what arrives from a camera: makes an actor a member of the audience. */
  'streams.read_secrets': members,
  'streams.create': members,
  'streams.update': members,
  'streams.delete': members,
  'streams.start': members,
  'streams.stop': members,
  'streams.rotate_key': members,
  'streams.rotate_view_key': members,
  'incidents.read': members,
  'metrics.read': roles,
  'members.read': members,
  /** Change the role of a member below owner, like the next; what is done to and with owners is `members.own`. */
  'members.update': admins,
  'members.remove': admins,
  'members.own': owners,
  'invitations.read': admins,
  'invitations.create': admins,
  'invitations.revoke': admins,
  'organization.update': owners,
  'organization.leave': roles,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rolesByAction;

/** Whether a role allows no more than another one does. */
export const isAtMost = (role: Role, other: Role): boolean => roles.indexOf(role) >= roles.indexOf(other);

/** Every action of the table. */
export const actions = Object.keys(rolesByAction) as Action[];

/** Whether a role allows an action. The server asks `can`, which also asks whose the thing is. */
export function roleMay(role: Role, action: Action): boolean {
  const allowed: readonly Role[] = rolesByAction[action];
  return allowed.includes(role);
}
