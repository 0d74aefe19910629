import { expect, test, vi } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { newAddress, signUpInput } from '../../support/api/factories';

test.each([
  ['invite', 'New accounts are by invitation only. Ask an admin to invite you.', true],
  ['closed', 'This server takes no new accounts. Ask an admin for access.', false],
])(
  'SIGNUP=%s: nobody signs up by themselves, and the sentence says what to do',
  async (setting, message, mayInvited) => {
    process.env.SIGNUP = setting;
    // Settings are read once by each copy of the modules.
    vi.resetModules();
    const { POST: signUp } = await import('@/app/api/v1/auth/signup/route');
    const { requireSignUp } = await import('@/lib/use-cases/accounts/require-sign-up');
    const headers = { 'x-client-address': newAddress() };
    expect(await call(signUp, { method: 'POST', body: signUpInput(), headers })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message } },
    });
    expect(await db().user.count()).toBe(0);
    if (mayInvited) expect(() => requireSignUp({ isInvited: true })).not.toThrow();
    else expect(() => requireSignUp({ isInvited: true })).toThrow(message);
  },
);
