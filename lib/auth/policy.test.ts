import { describe, expect, test } from 'vitest';
import { type Action, actions, roles } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import type { Actor } from './actor';
import { audienceOf, authorize, can } from './policy';

const actor = (role: string): Actor => ({
  userId: 'u',
  organizationId: 'o',
  authSessionId: 's',
  authSessionExpiresAt: new Date(0),
  role: role as Actor['role'],
});
const own = { organizationId: 'o' };
const foreign = { organizationId: 'another' };

function refusal(role: string, action: Action, thing?: { organizationId: string }): string | null {
  try {
    authorize(actor(role), action, thing);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** What a viewer may do, all of it. Everybody else may do it as well. */
const viewersActions: Action[] = [
  'account.read',
  'account.update',
  'account.change_password',
  'account.log_out',
  'auth_sessions.read',
  'auth_sessions.end',
  'events.read',
  'events.watch',
  'streams.read',
  'metrics.read',
];

/** What takes an admin or an owner. */
const adminsActions: Action[] = ['members.make_password_link'];

const mayDo: Record<string, (action: Action) => boolean> = {
  owner: () => true,
  admin: () => true,
  member: (action) => !adminsActions.includes(action),
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
