import { describe, expect, test } from 'vitest';
import { AppError } from '@/lib/core/errors';
import type { Actor } from './actor';
import { type Action, actions, audienceOf, authorize, can } from './policy';

const actor = (role: string): Actor => ({
  userId: 'u',
  organizationId: 'o',
  sessionId: 's',
  sessionExpiresAt: new Date(0),
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

describe.each(['owner', 'admin', 'member'])('an actor whose role is %s', (role) => {
  test.each(actions)('may ask for %s', (action) => {
    expect(can(actor(role), action)).toBe(true);
    expect(refusal(role, action)).toBeNull();
    expect(refusal(role, action, own)).toBeNull();
  });

  test.each(actions)('does not find a thing of another organization for %s', (action) => {
    expect(can(actor(role), action, foreign)).toBe(false);
    expect(refusal(role, action, foreign)).toBe('not_found');
  });

  test('is a member of the audience', () => expect(audienceOf(actor(role))).toBe('member'));
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
