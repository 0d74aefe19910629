import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Address } from '@/lib/contracts/api/addresses';
import type { api } from './api-client';
import { ApiError } from './api-error';
import { createAuthSessionStore } from './auth-session-store';
import type { TokenStore } from './token-store';

const account = {
  user: { id: 'u', email: 'a@b.c', first_name: 'A', last_name: null, has_password: true },
  organization: {
    id: 'o',
    name: 'O',
    multiview_layout: null,
    recordings_keep_days: null,
    recordings_max_gb: null,
    weekly_digest: false,
  },
  role: 'owner' as const,
  operates_server: false,
  organizations: [],
};

function memoryTokens(initial: string | null): TokenStore {
  let token = initial;
  const listeners = new Set<() => void>();
  const put = (next: string | null) => {
    token = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => token,
    set: put,
    drop: (dropped) => {
      if (token === dropped) put(null);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function open(token: string | null, answer: (path: string) => unknown) {
  const calls: string[] = [];
  const tokens = memoryTokens(token);
  const call = (async (address: Address) => {
    calls.push(address);
    return answer(address.split(' ')[1] ?? '');
  }) as typeof api;
  const store = createAuthSessionStore(call, tokens);
  store.subscribe(() => undefined);
  return { calls, tokens, store };
}

const refuse = (status: number) => () => {
  throw new ApiError(status, '', 'x');
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('a browser session', () => {
  test('without a stored token is signed out at once, without a call', () => {
    const { store, calls } = open(null, () => account);
    expect(store.get().status).toBe('signed-out');
    expect(calls).toEqual([]);
  });

  test('with a valid token is signed in', async () => {
    const { store } = open('t', () => account);
    expect(store.get().status).toBe('checking');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get()).toEqual({ status: 'signed-in', ...account });
  });

  test.each([401, 403, 404])('whose token is refused with %i drops it and ends', async (status) => {
    const { store, tokens } = open('t', refuse(status));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get().status).toBe('signed-out');
    expect(tokens.get()).toBeNull();
  });

  test.each([0, 500, 503])('outlives a server that answers %i, and is signed in once it is back', async (status) => {
    let answer: () => unknown = refuse(status);
    const { store, tokens } = open('t', () => answer());
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get().status).toBe('unreachable');
    expect(tokens.get()).toBe('t');
    answer = () => account;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.get().status).toBe('signed-in');
  });

  test('after sign-up is signed in with the new token', async () => {
    const { store, tokens, calls } = open(null, () => ({ data: { token: 'new', ...account } }));
    await store.signUp({
      organization: { name: 'O' },
      user: { email: 'a@b.c', password: 'p', first_name: 'A' },
    });
    expect(calls).toEqual(['POST /auth/signup', 'POST /auth/login']);
    expect(tokens.get()).toBe('new');
    expect(store.get().status).toBe('signed-in');
  });

  test('after sign-up says that the account is ready, even if logging in fails', async () => {
    const { store, tokens } = open(null, (path) => (path === '/auth/login' ? refuse(0)() : {}));
    const input = { organization: { name: 'O' }, user: { email: 'a@b.c', password: 'p', first_name: 'A' } };
    await expect(store.signUp(input)).rejects.toMatchObject({
      message: expect.stringMatching(/^Your account is ready/),
    });
    expect(tokens.get()).toBeNull();
    expect(store.get().status).toBe('signed-out');
  });

  test('shows a changed account', async () => {
    const { store } = open('t', () => account);
    await vi.advanceTimersByTimeAsync(0);
    store.show({ ...account, user: { ...account.user, first_name: 'B' } });
    expect(store.get()).toMatchObject({ status: 'signed-in', user: { first_name: 'B' } });
  });

  test('shows another role as soon as it is told to look', async () => {
    let role: 'owner' | 'viewer' = 'owner';
    const { store } = open('t', () => ({ ...account, role }));
    await vi.advanceTimersByTimeAsync(0);
    role = 'viewer';
    await store.refresh();
    expect(store.get()).toMatchObject({ status: 'signed-in', role: 'viewer' });
  });

  test('ends by logging out even if the server cannot be reached', async () => {
    const { store, tokens } = open('t', (path) => (path === '/auth/me' ? account : refuse(0)()));
    await vi.advanceTimersByTimeAsync(0);
    store.logOut();
    expect(store.get().status).toBe('signed-out');
    expect(tokens.get()).toBeNull();
  });

  test('follows a sign-out and a sign-in in another tab', async () => {
    const { store, tokens } = open('t', () => account);
    await vi.advanceTimersByTimeAsync(0);
    tokens.drop('t');
    expect(store.get().status).toBe('signed-out');
    tokens.set('u');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get().status).toBe('signed-in');
  });
});
