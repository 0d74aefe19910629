import type { AccountJson, AuthSessionJson, LogInInput, SignUpInput } from '@/lib/contracts/accounts';
import { backoffMs } from '@/lib/core/backoff';
import type { api } from './api-client';
import { ApiError } from './api-error';
import type { TokenStore } from './token-store';

export type Session =
  /** Not known yet: the stored token is being checked. */
  | { status: 'checking' }
  /** There is a token, but the server could not say whether it is good. It is asked again by itself. */
  | { status: 'unreachable' }
  | { status: 'signed-out' }
  | ({ status: 'signed-in' } & AccountJson);

export interface AuthSessionStore {
  get(): Session;
  subscribe(listener: () => void): () => void;
  /** @throws ApiError */
  logIn(input: LogInInput): Promise<void>;
  /** Creates the account and logs in. @throws ApiError */
  signUp(input: SignUpInput): Promise<void>;
  logOut(): void;
}

const retry = { firstMs: 1_000, capMs: 5_000 };

/**
 * Who is signed in. A refusal (4xx) by the current-user call drops the token and ends the session; no answer or a fault
 * of the server (5xx) says nothing about the token, so it is kept and the call repeated until there is an answer.
 */
export function createAuthSessionStore(call: typeof api, tokens: TokenStore): AuthSessionStore {
  let session: Session = { status: 'checking' };
  let sessionToken: string | null = null;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const change = (next: Session) => {
    session = next;
    for (const listener of listeners) listener();
  };

  async function check(token: string, attempt = 0): Promise<void> {
    try {
      const account = await call<AccountJson>('GET', '/auth/me');
      if (tokens.get() === token) change({ status: 'signed-in', ...account });
    } catch (error) {
      if (tokens.get() !== token) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        tokens.drop(token);
        return;
      }
      change({ status: 'unreachable' });
      setTimeout(
        () => {
          if (tokens.get() === token) void check(token, attempt + 1);
        },
        backoffMs(attempt, retry),
      );
    }
  }

  const onTokenChange = () => {
    const token = tokens.get();
    if (token === sessionToken && session.status !== 'checking') return;
    sessionToken = token;
    if (!token) return change({ status: 'signed-out' });
    change({ status: 'checking' });
    void check(token);
  };

  async function logIn(input: LogInInput): Promise<void> {
    const answer = await call<{ data: AuthSessionJson }>('POST', '/auth/login', input);
    const { token, user, organization } = answer.data;
    sessionToken = token;
    change({ status: 'signed-in', user, organization });
    tokens.set(token);
  }

  return {
    get: () => session,

    subscribe(listener) {
      listeners.add(listener);
      if (!stop) {
        stop = tokens.subscribe(onTokenChange);
        onTokenChange();
      }
      return () => listeners.delete(listener);
    },

    logIn,

    async signUp(input) {
      await call('POST', '/auth/signup', input);
      await logIn({ user: { email: input.user.email, password: input.user.password } });
    },

    logOut() {
      const token = tokens.get();
      if (!token) return;
      // Signed out here whatever the server says; a token it could not revoke ends by its own lifetime.
      call('POST', '/auth/logout').catch(() => undefined);
      tokens.drop(token);
    },
  };
}
