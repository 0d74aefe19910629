// Without zod: screens load this.

/** The roles of users in an organization. Each may do more than the next. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

const members = ['owner', 'admin', 'member'] as const;
const admins = ['owner', 'admin'] as const;
const owners = ['owner'] as const;

/**
 * The roles that may do each action. The API, the cable, room tokens and the screens all decide by this table, and an
 * action that is not in it does not compile.
 */
const rolesByAction = {
  'account.read': roles,
  'account.update': roles,
  'account.change_password': roles,
  'account.change_email': roles,
  'account.log_out': roles,
  /** Switch to another of the user's organizations. */
  'account.switch': roles,
  /** This action and the next apply to the actor's own auth sessions alone. */
  'auth_sessions.read': roles,
  'auth_sessions.end': roles,
  'events.read': roles,
  /** Join an event's room as a viewer. */
  'events.watch': roles,
  'events.create': members,
  'events.update': members,
  'events.delete': members,
  'streams.read': roles,
  /** See stream keys, passphrases, pods and a camera's signal. Puts an actor in the members' audience. */
  'streams.read_secrets': members,
  'streams.create': members,
  'streams.update': members,
  'streams.delete': members,
  'streams.start': members,
  'streams.stop': members,
  'streams.rotate_key': members,
  'streams.rotate_view_key': members,
  /** Have a gateway try the address of a camera, and see what it finds. */
  'pull_tries.create': members,
  'pull_tries.read': members,
  /** See where cameras are sent; never the keys. */
  'destinations.read': members,
  /** Send cameras to platforms and servers, and stop that. */
  'destinations.manage': members,
  /** Mark an alarm as seen, for everyone. */
  'streams.acknowledge': members,
  /** Move PTZ cameras. */
  'ptz.use': members,
  /** Watch what was recorded. */
  'recordings.view': roles,
  'recordings.record': members,
  /** Download recordings as files. */
  'recordings.export': members,
  'recordings.delete': members,
  /** See the exports of recordings, and how far they are. */
  'exports.read': members,
  /** Upload video files as recordings. */
  'imports.create': members,
  'imports.read': members,
  'imports.delete': members,
  /** See the marked moments of events. */
  'marks.read': roles,
  'marks.create': members,
  'marks.update': members,
  'marks.delete': members,
  /** See what guests and members say of moments of events. */
  'comments.read': roles,
  'comments.create': members,
  /** Mark a comment as done, or as open again. */
  'comments.update': members,
  'comments.delete': admins,
  /** See the versions of a show's cuts. */
  'edits.read': roles,
  'edits.create': members,
  'edits.update': members,
  'edits.delete': members,
  'incidents.read': members,
  'metrics.read': roles,
  /** See how a show went, camera by camera. */
  'reports.view': members,
  /** See what line-ups found. */
  'line_ups.view': members,
  /** Check all cameras before a show. */
  'line_ups.run': members,
  /** Make and revoke the link that shows a report to people without an account. */
  'reports.share': members,
  /** Choose what the multiviews that follow show. */
  'multiview.direct': members,
  'presets.read': roles,
  'presets.create': members,
  'presets.update': members,
  'presets.delete': members,
  /** See which cameras are on air. */
  'tally.read': roles,
  /** Report which cameras are on air, for a switcher. */
  'tally.report': members,
  /** Cut the program in Sightline, in place of a switcher. */
  'program.cut': members,
  'tally_sources.read': members,
  'tally_sources.create': members,
  'tally_sources.update': members,
  'tally_sources.delete': members,
  'audit.read': admins,
  'api_tokens.read': admins,
  'api_tokens.create': admins,
  'api_tokens.revoke': admins,

  /** See which alarms are pushed to the device. */
  'push.read': members,
  /** Have alarms pushed to the device, and end that. */
  'push.set': members,

  'webhooks.read': admins,
  'webhooks.create': admins,
  'webhooks.update': admins,
  'webhooks.delete': admins,
  'webhooks.rotate_secret': admins,
  'webhooks.test': admins,
  'webhooks.redeliver': admins,
  /** See an event's share links, and copy them. */
  'share_links.read': members,
  'share_links.create': members,
  /** Choose whether guests of a link may comment. */
  'share_links.update': members,
  'share_links.revoke': members,
  /** See an event's camera invites and its crew. */
  'phones.read': members,
  /** Create and revoke the links that make phones cameras of an event. */
  'phones.invite': members,
  /** Make the code that hands a phone's camera to another phone. */
  'phones.hand_over': members,
  /** Show texts on phones that are cameras. */
  'phones.direct': members,
  /** Talk to phones that are cameras, and hear their people. */
  'talkback.use': members,
  'members.read': members,
  /** Change the role of a member below owner. For owners, this action and the next are `members.own`. */
  'members.update': admins,
  'members.remove': admins,
  'members.own': owners,
  'invitations.read': admins,
  'invitations.create': admins,
  'invitations.revoke': admins,
  'organization.update': owners,
  'organization.delete': owners,
  'organization.leave': roles,
  'plan.read': members,
  'plan.change': owners,
  /** See the state of the server, if the organization runs it. */
  'system.read': admins,
  /** Make a link by which another member sets a new password. */
  'members.make_password_link': admins,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rolesByAction;

/** Actions that change something of which the audit trail keeps no line, and why. */
const unrecordedActions = {
  'organization.delete': 'deletes the audit trail, too: the log has who did it',
  'streams.read_secrets': 'says how a stream is shown',
  'account.switch': 'opens another organization that the user belongs to',
  'members.own': 'is asked beside members.update and members.remove, which are recorded',
  'presets.create': 'arranges a screen',
  'presets.update': 'arranges a screen',
  'presets.delete': 'arranges a screen',
  'multiview.direct': 'arranges screens, with each press of the director',
  'ptz.use': 'moves a camera, up to twenty times a second',
  'program.cut': 'is a cut, which the history of tally has; to take the program and to give it back are recorded',
  'tally.report': 'is a cut, or the sign of life of a switcher, once a second',
  'line_ups.run': 'checks cameras; the list of line-ups has who did',
  'push.set': 'sets what one device of the person itself is told',
  'webhooks.test': 'sends a test, which the log of deliveries shows',
  'webhooks.redeliver': 'sends again what was sent, which the log of deliveries shows',
} as const satisfies Partial<Record<Action, string>>;

/** An action without a line in the audit trail: one that only reads, or {@link unrecordedActions}. */
export type SilentAction = Extract<Action, `${string}.${'read' | 'watch' | 'view'}`> | keyof typeof unrecordedActions;

/** Whether a role allows the same as another one, or less. */
export const isAtMost = (role: Role, other: Role): boolean => roles.indexOf(role) >= roles.indexOf(other);

/** Every action of the table. */
export const actions = Object.keys(rolesByAction) as Action[];

/** Whether a role allows an action. The server asks `can`, which also checks the thing's organization. */
export function roleMay(role: Role, action: Action): boolean {
  const allowed: readonly Role[] = rolesByAction[action];
  return allowed.includes(role);
}

const readActionsOfTokens = [
  'events.read',
  'events.watch',
  'streams.read',
  'incidents.read',
  'metrics.read',
  'recordings.view',
  'marks.read',
  'comments.read',
  'edits.read',
  'presets.read',
  'tally.read',
  'reports.view',
  'line_ups.view',
] as const satisfies Action[];

/**
 * The actions of API tokens by access. All others need a signed-in person: those on their own account, on membership,
 * and on anything that opens the organization to others.
 */
const actionsByAccess = {
  /** Changes nothing and sees no secrets. Sees as much as a viewer, and the history of streams. */
  read: readActionsOfTokens,
  /** A member's actions on events and streams. */
  write: [
    ...readActionsOfTokens,
    'events.create',
    'events.update',
    'events.delete',
    'streams.read_secrets',
    'streams.create',
    'streams.update',
    'streams.delete',
    'streams.start',
    'streams.stop',
    'streams.rotate_key',
    'streams.rotate_view_key',
    'streams.acknowledge',
    'line_ups.run',
    'ptz.use',
    'pull_tries.create',
    'pull_tries.read',
    'destinations.read',
    'destinations.manage',
    'recordings.record',
    'recordings.export',
    'recordings.delete',
    'exports.read',
    'imports.create',
    'imports.read',
    'imports.delete',
    'marks.create',
    'marks.update',
    'marks.delete',
    'comments.create',
    'comments.update',
    'edits.create',
    'edits.update',
    'edits.delete',
    'tally.report',
    'program.cut',
    'multiview.direct',
  ],
} as const satisfies Record<string, readonly Action[]>;

export type ApiTokenAccess = keyof typeof actionsByAccess;
export const apiTokenAccesses = Object.keys(actionsByAccess) as [ApiTokenAccess, ...ApiTokenAccess[]];

/** The role whose rows and rooms an API token sees. */
export const roleOfAccess = (access: ApiTokenAccess): Role => (access === 'write' ? 'member' : 'viewer');

/** The accesses of API tokens that exceed a role, so that its holder may not keep them. @param role null: no member */
export const accessesAbove = (role: Role | null): ApiTokenAccess[] =>
  apiTokenAccesses.filter((access) => role === null || !isAtMost(roleOfAccess(access), role));

/** An action that some API token may do. */
export type TokenAction = (typeof actionsByAccess)['write'][number];

/** Whether an API token's access allows an action. */
export function accessMay(access: ApiTokenAccess, action: Action): boolean {
  const allowed: readonly Action[] = actionsByAccess[access];
  return allowed.includes(action);
}
