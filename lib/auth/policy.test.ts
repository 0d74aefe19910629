import { describe, expect, test } from 'vitest';
import { type Action, accessMay, actions, apiTokenAccesses, roleMay, roles } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import type { Actor, TokenActor, UserActor } from './actor';
import { audienceOf, authorize, can } from './policy';

const actor = (role: string): UserActor => ({
  userId: 'u',
  organizationId: 'o',
  authSessionId: 's',
  authSessionExpiresAt: new Date(0),
  role: role as UserActor['role'],
});
const own = { organizationId: 'o' };
const foreign = { organizationId: 'another' };

function refusal(who: Actor | string, action: Action, thing?: { organizationId: string }): string | null {
  const asking: Actor = typeof who === 'string' ? actor(who) : who;
  try {
    authorize(asking, action, thing);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Every action a viewer may do. All other roles may do them as well. */
const viewersActions: Action[] = [
  'account.read',
  'account.update',
  'account.change_password',
  'account.change_email',
  'account.log_out',
  'account.switch',
  'auth_sessions.read',
  'auth_sessions.end',
  'events.read',
  'events.watch',
  'streams.read',
  'recordings.view',
  'marks.read',
  'comments.read',
  'edits.read',
  'metrics.read',
  'presets.read',
  'tally.read',
  'organization.leave',
];

/** Actions for owners alone. */
const ownersActions: Action[] = ['members.own', 'organization.update', 'organization.delete', 'plan.change'];

/** Actions for admins and owners alone. */
const adminsActions: Action[] = [
  'comments.delete',
  'members.update',
  'members.remove',
  'members.make_password_link',
  'invitations.read',
  'invitations.create',
  'invitations.revoke',
  'audit.read',
  'api_tokens.read',
  'api_tokens.create',
  'api_tokens.revoke',
  'webhooks.read',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'webhooks.rotate_secret',
  'webhooks.test',
  'webhooks.redeliver',
  'system.read',
];

const mayDo: Record<string, (action: Action) => boolean> = {
  owner: () => true,
  admin: (action) => !ownersActions.includes(action),
  member: (action) => !ownersActions.includes(action) && !adminsActions.includes(action),
  viewer: (action) => viewersActions.includes(action),
};

describe.each(roles)('an actor whose role is %s', (role) => {
  test.each(actions)('is told whether they may do %s', (action) => {
    const isAllowed = mayDo[role]?.(action);
    expect(can(actor(role), action)).toBe(isAllowed);
    expect(refusal(role, action)).toBe(isAllowed ? null : 'forbidden');
    expect(refusal(role, action, own)).toBe(isAllowed ? null : 'forbidden');
  });

  test.each(actions)('does not find a thing of another organization for %s', (action) => {
    expect(can(actor(role), action, foreign)).toBe(false);
    expect(refusal(role, action, foreign)).toBe('not_found');
  });

  test('has an audience', () => expect(audienceOf(actor(role))).toBe(role === 'viewer' ? 'viewer' : 'member'));
});

describe('a role that no action names', () => {
  test.each(actions)('is refused %s, and still does not find what is foreign', (action) => {
    expect(can(actor('guest'), action, own)).toBe(false);
    expect(refusal('guest', action)).toBe('forbidden');
    expect(refusal('guest', action, own)).toBe('forbidden');
    expect(refusal('guest', action, foreign)).toBe('not_found');
  });

  test('is a viewer of the audience', () => expect(audienceOf(actor('guest'))).toBe('viewer'));
});

const tokenActor = (access: TokenActor['access']): TokenActor => ({
  organizationId: 'o',
  apiTokenId: 't',
  apiTokenExpiresAt: null,
  access,
  role: access === 'write' ? 'member' : 'viewer',
});

describe.each(apiTokenAccesses)('an API token that may %s', (access) => {
  test.each(actions)('is told whether it may do %s', (action) => {
    const isAllowed = accessMay(access, action);
    expect(can(tokenActor(access), action)).toBe(isAllowed);
    expect(refusal(tokenActor(access), action, own)).toBe(isAllowed ? null : 'forbidden');
    expect(refusal(tokenActor(access), action, foreign)).toBe('not_found');
  });

  test('has an audience', () => {
    expect(audienceOf(tokenActor(access))).toBe(access === 'write' ? 'member' : 'viewer');
  });
});

test.each(actions.filter((action) => accessMay('read', action)))(
  'a read token that may do %s changes nothing',
  (action) => {
    expect(action).toMatch(/\.(read|watch|view)$/);
  },
);

test.each(actions.filter((action) => accessMay('write', action)))(
  'whatever an API token may do, %s, a member may',
  (action) => {
    expect(roleMay('member', action)).toBe(true);
  },
);

test('no API token touches accounts, the audit trail, or API tokens', () => {
  const tokensActions = actions.filter((action) => accessMay('write', action) || accessMay('read', action));
  expect([...new Set(tokensActions.map((action) => action.split('.')[0]))]).toEqual([
    'events',
    'streams',
    'pull_tries',
    'destinations',
    'ptz',
    'recordings',
    'exports',
    'imports',
    'marks',
    'comments',
    'edits',
    'incidents',
    'metrics',
    'reports',
    'line_ups',
    'multiview',
    'presets',
    'tally',
    'program',
  ]);
});

test('an API token is told what it would take', () => {
  expect(() => authorize(tokenActor('read') as Actor, 'events.create')).toThrow('may only read');
  expect(() => authorize(tokenActor('write') as Actor, 'api_tokens.create')).toThrow('a person who is signed in');
});
